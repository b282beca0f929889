"""The net in BentoML: a process a core, bytes in and out through a mounted application. Run by bentoml_peer.py."""
import os

import anyio
import bentoml
import numpy
import onnxruntime
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

one_at_a_time = anyio.CapacityLimiter(1)  # a session of one thread a process: two calls at once would only share the core


async def detect(request: Request) -> Response:
    body = await request.body()
    output = await anyio.to_thread.run_sync(request.app.state.service.detect, body, limiter=one_at_a_time)
    return Response(output, media_type="application/octet-stream")


application = Starlette(routes=[Route("/detect", detect, methods=["POST"])])


@bentoml.service(workers=len(os.sched_getaffinity(0)), traffic={"timeout": 60}, metrics={"enabled": False})
@bentoml.asgi_app(application, path="/")
class Detector:
    def __init__(self):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(os.environ["BENCH_MODEL"], options, providers=["CPUExecutionProvider"])
        application.state.service = self

    def detect(self, body: bytes) -> bytes:
        images = numpy.frombuffer(body, numpy.float32).reshape(1, 3, 416, 416)
        return self.session.run(["output"], {"images": images})[0].tobytes()
