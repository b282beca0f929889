"""The net in MLServer, behind a handler of its own: the protocol's JSON would spend longer on half a million numbers than the net takes.

Calls run on as many threads as cores: ONNX Runtime lets go of Python's lock, and MLServer's worker processes would copy every tensor twice.
"""
import asyncio
import concurrent.futures
import os

import numpy
import onnxruntime
from fastapi import Request, Response
from mlserver import MLModel
from mlserver.handlers import custom_handler


class Detector(MLModel):
    async def load(self) -> bool:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(os.environ["BENCH_MODEL"], options, providers=["CPUExecutionProvider"])
        self.threads = concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0)))
        return True

    def detect(self, body: bytes) -> bytes:
        images = numpy.frombuffer(body, numpy.float32).reshape(1, 3, 416, 416)
        return self.session.run(["output"], {"images": images})[0].tobytes()

    @custom_handler(rest_path="/detect")
    async def handle(self, request: Request) -> Response:
        body = await request.body()
        output = await asyncio.get_running_loop().run_in_executor(self.threads, self.detect, body)
        return Response(output, media_type="application/octet-stream")
