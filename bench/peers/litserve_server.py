"""The net in LitServe: a process a core, bytes in and out, the queue over ZeroMQ. Run by litserve.py: litserve_server.py PORT."""
import os
import sys
from typing import Annotated

import litserve
import numpy
import onnxruntime
from fastapi import Body, Response


class Detector(litserve.LitAPI):
    def setup(self, device):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(os.environ["BENCH_MODEL"], options, providers=["CPUExecutionProvider"])

    def decode_request(self, request: Annotated[bytes, Body(media_type="application/octet-stream")]):
        return numpy.frombuffer(request, numpy.float32).reshape(1, 3, 416, 416)

    def predict(self, x):
        return self.session.run(["output"], {"images": x})[0]

    def encode_response(self, output) -> Response:
        return Response(output.tobytes(), media_type="application/octet-stream")


if __name__ == "__main__":
    server = litserve.LitServer(Detector(api_path="/detect"), accelerator="cpu", workers_per_device=len(os.sched_getaffinity(0)),
                                timeout=60, fast_queue=True)
    server.run(host="127.0.0.1", port=int(sys.argv[1]), num_api_servers=1, generate_client_file=False, log_level="warning",
               access_log=False)
