"""The net in ONNX Runtime behind Triton's Python backend; the wheel that Triton comes in has no other."""
import os

import onnxruntime
import triton_python_backend_utils as pb_utils


class TritonPythonModel:
    def initialize(self, args):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(os.environ["BENCH_MODEL"], options, providers=["CPUExecutionProvider"])

    def execute(self, requests):
        responses = []
        for request in requests:
            images = pb_utils.get_input_tensor_by_name(request, "images").as_numpy()
            output = self.session.run(["output"], {"images": images})[0]
            responses.append(pb_utils.InferenceResponse([pb_utils.Tensor("output", output)]))
        return responses
