"""Compressed bodies with Triton's client over both protocols, and bombs."""
import gzip
import json
import pathlib
import tempfile
import unittest
import zlib

import numpy

import grpc
import make_models
from served import Server
from tritonclient.grpc import service_pb2, service_pb2_grpc
from triton_values import NUMPY, OverGrpc, OverHttp, values


class Compression(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        make_models.make_all(cls.folder)
        cls.server = cls.enterClassContext(Server("--models", str(cls.folder)))

    def inputs(self, over, datatype: str, shape: list[int], **how):
        sent = [values(datatype, shape, seed=i) for i in range(2)]
        return sent, [over.input(f"INPUT{i}", datatype, array, **how) for i, array in enumerate(sent)]

    def test_http_bodies_in_every_coding_and_form(self):
        over = OverHttp(self.server)
        for datatype in NUMPY:
            for request, response in (("gzip", None), ("deflate", None), (None, "gzip"), (None, "deflate"),
                                      ("gzip", "deflate"), ("deflate", "gzip")):
                for binary in (True, False):
                    if datatype == "BF16" and not binary:
                        continue  # the client has no JSON for it
                    with self.subTest(datatype=datatype, request=request, response=response, binary=binary):
                        sent, inputs = self.inputs(over, datatype, [3, 500], binary=binary)
                        result = over.client.infer(
                            f"identity_{datatype.lower()}", inputs, request_compression_algorithm=request,
                            response_compression_algorithm=response,
                            outputs=[over.output(f"OUTPUT{i}") for i in range(2)])
                        for i in range(2):
                            self.assertEqual(result.as_numpy(f"OUTPUT{i}").tolist(), sent[i].tolist())

    def test_the_answer_really_is_compressed_and_its_json_length_counts_before_that(self):
        body = json.dumps({"inputs": [{"name": f"INPUT{i}", "datatype": "INT32", "shape": [1, 5000], "data": [7] * 5000}
                                      for i in range(2)], "parameters": {"binary_data_output": True}}).encode()
        status, headers, content = self.server.request("POST", "/v2/models/identity_int32/infer", gzip.compress(body),
                                                       {"Content-Encoding": "gzip", "Accept-Encoding": "gzip"})
        self.assertEqual((status, headers["Content-Encoding"]), (200, "gzip"), content)
        whole = gzip.decompress(content)
        self.assertLess(len(content), len(whole) / 20)
        head = int(headers["Inference-Header-Content-Length"])
        self.assertEqual([o["shape"] for o in json.loads(whole[:head])["outputs"]], [[1, 5000]] * 2)
        self.assertEqual(len(whole) - head, 40_000)

    def test_a_bomb_is_refused_with_the_limit(self):
        bomb = gzip.compress(bytes(256 << 20), 9)
        for coding, body in (("gzip", bomb), ("gzip", bomb * 2), ("deflate", zlib.compress(bytes(70 << 20), 9))):
            status, error = self.server.json("POST", "/v2/models/rows/infer", body, {"Content-Encoding": coding})
            self.assertEqual((status, error["reason"]), (413, "too_large"), error)
            self.assertIn(str(64 << 20), error["error"])

    def test_what_is_not_in_its_coding_is_a_clients_mistake(self):
        for coding, body in (("gzip", b"{}"), ("deflate", gzip.compress(b"{}")), ("gzip", gzip.compress(b"{}")[:-4])):
            status, error = self.server.json("POST", "/v2/models/rows/infer", body, {"Content-Encoding": coding})
            self.assertEqual((status, error["field"]), (400, "body"), error)
        status, headers, _ = self.server.request("POST", "/v2/models/rows/infer", b"{}", {"Content-Encoding": "br"})
        self.assertEqual((status, headers["Accept-Encoding"]), (415, "gzip, deflate"))

    def test_metrics_and_descriptions_come_compressed_too(self):
        for path in ("/metrics", "/openapi.json"):
            status, headers, content = self.server.request("GET", path, headers={"Accept-Encoding": "gzip"})
            self.assertEqual((status, headers.get("Content-Encoding")), (200, "gzip"))
            self.assertGreater(len(gzip.decompress(content)), len(content))

    def test_grpc_messages_in_either_coding_where_that_is_switched_on(self):
        (self.folder / "crossdock.yaml").write_text("model_repository: .\ngrpc: {compression: true}\n")
        with Server("-c", str(self.folder / "crossdock.yaml")) as server:
            over = OverGrpc(server)
            for algorithm in ("gzip", "deflate"):
                sent, inputs = self.inputs(over, "FP32", [3, 5000])
                result = over.client.infer("identity_fp32", inputs, compression_algorithm=algorithm)
                for i in range(2):
                    self.assertEqual(result.as_numpy(f"OUTPUT{i}").tolist(), sent[i].tolist())
            over.client.close()

    def test_a_grpc_bomb_is_refused_and_takes_no_memory(self):
        """gRPC itself unpacks whole messages before it looks at their size: compressed ones are not taken unless asked for."""
        def resident_mib() -> int:
            status = pathlib.Path(f"/proc/{self.server.process.pid}/status").read_text()
            return int(status.split("VmHWM:")[1].split()[0]) // 1024

        request = service_pb2.ModelInferRequest(model_name="rows")
        request.inputs.add(name="INPUT0", datatype="FP32", shape=[1, 4])
        request.raw_input_contents.append(bytes(300 << 20))
        before = resident_mib()
        with grpc.insecure_channel(f"127.0.0.1:{self.server.grpc_port}", compression=grpc.Compression.Gzip,
                                   options=[("grpc.max_send_message_length", -1)]) as channel:
            with self.assertRaises(grpc.RpcError) as told:
                service_pb2_grpc.GRPCInferenceServiceStub(channel).ModelInfer(request, timeout=300)
        self.assertEqual(told.exception.code(), grpc.StatusCode.UNIMPLEMENTED, told.exception.details())
        self.assertLess(resident_mib() - before, 100)


if __name__ == "__main__":
    unittest.main()
