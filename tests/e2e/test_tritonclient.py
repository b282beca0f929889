"""Triton's own Python client, unchanged, against the server with ONNX models: what it sends is what it gets."""
import functools
import json
import pathlib
import queue
import tempfile
import threading
import unittest

import numpy
import tritonclient.grpc as grpcclient
from tritonclient.grpc import service_pb2, service_pb2_grpc
from tritonclient.utils import InferenceServerException

import grpc
import make_models
from served import Server
from triton_values import NUMPY, PROTOCOLS, TEXTS, OverGrpc, OverHttp, values

LARGE = 40 * 1024 * 1024  # bytes, below the default limit of 64 MiB
TOO_LARGE = 65 * 1024 * 1024
TYPED = {"BOOL": "bool_contents", "INT8": "int_contents", "INT16": "int_contents", "INT32": "int_contents",
         "INT64": "int64_contents", "UINT8": "uint_contents", "UINT16": "uint_contents", "UINT32": "uint_contents",
         "UINT64": "uint64_contents", "FP32": "fp32_contents", "FP64": "fp64_contents", "BYTES": "bytes_contents"}
SLOW = """input x FP32 -1,4
output y FP32 -1,4
compute scale 2
base_us 400000
"""


def over_both(test):
    """The test once over HTTP and once over gRPC."""
    @functools.wraps(test)
    def run(self):
        for protocol in PROTOCOLS:
            with self.subTest(protocol=protocol.name):
                over = protocol(self.server)
                try:
                    test(self, over)
                finally:
                    over.client.close()
    return run


class ServedModels(unittest.TestCase):
    """One server for all tests of a class."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        make_models.make_all(pathlib.Path(cls.folder.name))
        cls.add_models(pathlib.Path(cls.folder.name))
        cls.server = cls.enterClassContext(Server("--models", cls.folder.name))

    @classmethod
    def add_models(cls, folder: pathlib.Path):
        """What a class needs beside the ONNX models."""

    def assertSame(self, got: numpy.ndarray, sent: numpy.ndarray):
        self.assertEqual(got.shape, sent.shape)
        self.assertEqual(got.tolist(), sent.tolist())


class Tensors(ServedModels):
    def two_inputs(self, over, datatype: str, **how):
        first, second = values(datatype, [2, 5]), values(datatype, [2, 3], seed=1)
        return (first, second), [over.input("INPUT0", datatype, first, **how),
                                 over.input("INPUT1", datatype, second, **how)]

    @over_both
    def test_every_element_type_comes_back_as_it_was(self, over):
        for datatype in NUMPY:
            with self.subTest(datatype=datatype):
                sent, inputs = self.two_inputs(over, datatype)
                result = over.client.infer(f"identity_{datatype.lower()}", inputs)
                for i in range(2):
                    self.assertSame(result.as_numpy(f"OUTPUT{i}"), sent[i])

    def test_json_and_binary_in_both_directions(self):
        over = OverHttp(self.server)
        for datatype in NUMPY:
            for binary_in in (False, True):
                for binary_out in (False, True):
                    if datatype == "BF16" and not (binary_in and binary_out):
                        continue  # the client has no JSON for it
                    with self.subTest(datatype=datatype, binary_in=binary_in, binary_out=binary_out):
                        sent, inputs = self.two_inputs(over, datatype, binary=binary_in)
                        outputs = [over.output(f"OUTPUT{i}", binary=binary_out) for i in range(2)]
                        result = over.client.infer(f"identity_{datatype.lower()}", inputs, outputs=outputs)
                        for i in range(2):
                            got = result.as_numpy(f"OUTPUT{i}")
                            if datatype == "BYTES" and not binary_out:
                                got = numpy.array([t.encode() for t in got.ravel()], dtype=object).reshape(got.shape)
                            self.assertSame(got, sent[i])

    def test_bf16_in_json_is_rounded_to_nearest(self):
        body = {"inputs": [{"name": f"INPUT{i}", "datatype": "BF16", "shape": [1, 2], "data": [1.00390625, 3]}
                           for i in range(2)]}
        status, answer = self.server.json("POST", "/v2/models/identity_bf16/infer", json.dumps(body).encode())
        self.assertEqual((status, answer["outputs"][1]["data"]), (200, [1, 3]), answer)

    def test_typed_contents_over_grpc(self):
        with grpc.insecure_channel(f"127.0.0.1:{self.server.grpc_port}") as channel:
            stub = service_pb2_grpc.GRPCInferenceServiceStub(channel)
            for datatype, field in TYPED.items():
                with self.subTest(datatype=datatype):
                    request = service_pb2.ModelInferRequest(model_name=f"identity_{datatype.lower()}")
                    sent = [values(datatype, [2, 4], seed=i) for i in range(2)]
                    for i, array in enumerate(sent):
                        tensor = request.inputs.add(name=f"INPUT{i}", datatype=datatype, shape=array.shape)
                        getattr(tensor.contents, field).extend(array.ravel().tolist())
                    result = grpcclient.InferResult(stub.ModelInfer(request))
                    for i, array in enumerate(sent):
                        self.assertSame(result.as_numpy(f"OUTPUT{i}"), array)

    @over_both
    def test_all_types_in_one_request(self, over):
        sent = {d: values(d, [7]) for d in NUMPY}
        result = over.client.infer("every_type", [over.input(f"IN_{d}", d, a) for d, a in sent.items()])
        for datatype, array in sent.items():
            self.assertSame(result.as_numpy(f"OUT_{datatype}"), array)

    @over_both
    def test_text_of_any_bytes(self, over):
        texts = numpy.array([[t.encode() for t in TEXTS], [b"\xff\xfe no UTF-8 \x00\x80"] * len(TEXTS)], dtype=object)
        inputs = [over.input(f"INPUT{i}", "BYTES", texts) for i in range(2)]
        self.assertSame(over.client.infer("identity_bytes", inputs).as_numpy("OUTPUT1"), texts)

    def test_bytes_that_are_no_text_are_refused_in_json(self):
        over = OverHttp(self.server)
        inputs = [over.input(f"INPUT{i}", "BYTES", numpy.array([[b"\xff"]], dtype=object)) for i in range(2)]
        with self.assertRaisesRegex(InferenceServerException, r"outputs\[0\].*UTF-8.*binary_data"):
            over.client.infer("identity_bytes", inputs, outputs=[over.output("OUTPUT0", binary=False)])

    @over_both
    def test_scalars_and_empty_tensors(self, over):
        number = numpy.array(2.5, dtype=numpy.float32)
        self.assertSame(over.client.infer("scalar", [over.input("INPUT0", "FP32", number)]).as_numpy("OUTPUT0"),
                        number)
        for shape in ([0, 3], [2, 0], [0, 0]):
            empty = numpy.zeros(shape, dtype=numpy.float32)
            result = over.client.infer("any_shape", [over.input("INPUT0", "FP32", empty)])
            self.assertSame(result.as_numpy("OUTPUT0"), empty.T)
        no_columns = numpy.zeros([2, 0], dtype=object)
        inputs = [over.input(f"INPUT{i}", "BYTES", no_columns) for i in range(2)]
        self.assertSame(over.client.infer("identity_bytes", inputs).as_numpy("OUTPUT0"), no_columns)

    @over_both
    def test_batches_of_every_size(self, over):
        for rows in (1, 2, 3, 17, 100):
            array = numpy.arange(rows * 4, dtype=numpy.float32).reshape(rows, 4)
            result = over.client.infer("rows", [over.input("INPUT0", "FP32", array)])
            self.assertSame(result.as_numpy("OUTPUT0"), array * 2)

    @over_both
    def test_only_the_outputs_asked_for_in_their_order(self, over):
        sent, inputs = self.two_inputs(over, "INT64")
        one = over.client.infer("identity_int64", inputs, outputs=[over.output("OUTPUT1")])
        self.assertEqual([o["name"] for o in over.answer(one)["outputs"]], ["OUTPUT1"])
        self.assertSame(one.as_numpy("OUTPUT1"), sent[1])
        both = over.client.infer("identity_int64", inputs,
                                 outputs=[over.output("OUTPUT1"), over.output("OUTPUT0")])
        self.assertEqual([o["name"] for o in over.answer(both)["outputs"]], ["OUTPUT1", "OUTPUT0"])
        self.assertSame(both.as_numpy("OUTPUT0"), sent[0])

    def test_a_request_wide_wish_for_binary_holds_for_listed_outputs(self):
        body = {"inputs": [{"name": f"INPUT{i}", "datatype": "INT32", "shape": [1, 1], "data": [7]} for i in range(2)],
                "outputs": [{"name": "OUTPUT0"}, {"name": "OUTPUT1", "parameters": {"binary_data": False}}],
                "parameters": {"binary_data_output": True}}
        status, headers, content = self.server.request("POST", "/v2/models/identity_int32/infer",
                                                       json.dumps(body).encode())
        self.assertEqual(status, 200, content)
        length = int(headers["Inference-Header-Content-Length"])
        outputs = json.loads(content[:length])["outputs"]
        self.assertEqual(outputs[0]["parameters"], {"binary_data_size": 4})
        self.assertEqual(outputs[1]["data"], [7])
        self.assertEqual(content[length:], b"\x07\0\0\0")

    @over_both
    def test_tens_of_megabytes(self, over):
        large = numpy.arange(LARGE // 4, dtype=numpy.float32).reshape(1, -1)
        small = numpy.ones([1, 1], dtype=numpy.float32)
        result = over.client.infer("identity_fp32", [over.input("INPUT0", "FP32", large),
                                                     over.input("INPUT1", "FP32", small)])
        self.assertTrue(numpy.array_equal(result.as_numpy("OUTPUT0"), large))

    @over_both
    def test_beyond_the_limit_is_an_error_that_states_it(self, over):
        large = numpy.zeros([1, TOO_LARGE // 4], dtype=numpy.float32)
        with self.assertRaisesRegex(InferenceServerException, str(64 * 1024 * 1024)):
            over.client.infer("identity_fp32", [over.input("INPUT0", "FP32", large)])
        self.assertTrue(over.client.is_server_live())


class Calls(ServedModels):
    @classmethod
    def add_models(cls, folder: pathlib.Path):
        (folder / "slow.fake").write_text(SLOW)

    def doubled(self, over, start: int, rows: int = 1, **options):
        array = numpy.arange(start, start + rows * 4, dtype=numpy.float32).reshape(rows, 4)
        result = over.client.infer("rows", [over.input("INPUT0", "FP32", array)], **options)
        self.assertSame(result.as_numpy("OUTPUT0"), array * 2)
        return result

    def slow_input(self, over):
        return [over.input("x", "FP32", numpy.ones([1, 4], dtype=numpy.float32))]

    @over_both
    def test_the_request_id_comes_back(self, over):
        self.assertEqual(over.answer(self.doubled(over, 0, request_id="parcel 7/ü"))["id"], "parcel 7/ü")
        made = [over.answer(self.doubled(over, 0))["id"] for _ in range(2)]
        self.assertNotEqual(made[0], made[1])

    @over_both
    def test_tier_deadline_and_unknown_parameters_are_taken(self, over):
        self.doubled(over, 1, priority=1, timeout=20_000_000)
        self.doubled(over, 1, parameters={"tier": "batch", "deadline_ms": 20_000, "camera": "left"})
        self.doubled(over, 1, headers={"x-crossdock-tier": "critical", "x-crossdock-deadline-ms": "20000.5"})
        for wrong, field in (({"parameters": {"tier": "urgent"}}, "tier"), ({"priority": 9}, "priority"),
                             ({"timeout": -1}, "timeout"), ({"parameters": {"deadline_ms": "soon"}}, "deadline_ms"),
                             ({"sequence_id": 5}, "sequence_id")):
            with self.assertRaisesRegex(InferenceServerException, f"parameters.{field}"):
                self.doubled(over, 1, **wrong)

    @over_both
    def test_a_deadline_that_has_passed_is_told_as_such(self, over):
        with self.assertRaisesRegex(InferenceServerException, "deadline") as told:
            over.client.infer("slow", self.slow_input(over), timeout=1)
        self.assertIn(told.exception.status(), ("504", "StatusCode.DEADLINE_EXCEEDED"))

    def test_the_reply_tells_where_the_time_went(self):
        answer = OverGrpc(self.server).answer(self.doubled(OverGrpc(self.server), 0, parameters={"timing": True}))
        self.assertGreater(answer["parameters"]["engine_ms"]["double_param"], 0)
        self.assertEqual(answer["parameters"]["batch_rows"]["int64_param"], "1")

    @over_both
    def test_what_a_client_may_ask_about_server_and_models(self, over):
        client = over.client
        as_json = {"as_json": True} if isinstance(over, OverGrpc) else {}
        self.assertTrue(client.is_server_live() and client.is_server_ready())
        self.assertTrue(client.is_model_ready("rows") and client.is_model_ready("rows", "1"))
        for missing in (("nobody",), ("rows", "2")):
            try:
                self.assertFalse(client.is_model_ready(*missing))
            except InferenceServerException as error:
                self.assertEqual(error.status(), "StatusCode.NOT_FOUND")
        server = client.get_server_metadata(**as_json)
        self.assertEqual(server["name"], "crossdock")
        self.assertIn("binary_tensor_data", server["extensions"])
        self.assertNotIn("classification", server["extensions"])
        metadata = client.get_model_metadata("identity_fp16", **as_json)
        self.assertEqual([t["name"] for t in metadata["inputs"]], ["INPUT0", "INPUT1"])
        self.assertEqual({t["datatype"] for t in metadata["inputs"] + metadata["outputs"]}, {"FP16"})
        self.assertEqual([int(d) for d in metadata["inputs"][0]["shape"]], [-1, -1])
        config = client.get_model_config("rows", **as_json)
        config = config.get("config", config)
        self.assertEqual(config["backend"], "onnxruntime")
        self.assertGreater(config["max_batch_size"], 1)
        self.assertEqual([int(d) for d in config["input"][0]["dims"]], [4])
        index = client.get_model_repository_index(**as_json)
        index = index["models"] if isinstance(index, dict) else index
        self.assertEqual({m["state"] for m in index}, {"READY"})
        self.assertLessEqual({"rows", "every_type", "slow", "identity_bytes"}, {m["name"] for m in index})

    @over_both
    def test_the_statistics_count_requests_rows_and_calls(self, over):
        def now() -> dict:
            if isinstance(over, OverGrpc):
                models = over.client.get_inference_statistics("fixed", as_json=True)["model_stats"]
            else:
                models = over.client.get_inference_statistics("fixed")["model_stats"]
            self.assertEqual([(m["name"], m["version"]) for m in models], [("fixed", "1")])
            return models[0]

        def count(stats: dict, name: str) -> int:
            return int(stats["inference_stats"].get(name, {}).get("count", 0))

        inputs = [over.input("INPUT0", "FP32", numpy.ones([2, 3], dtype=numpy.float32))]
        before = now()
        for _ in range(3):
            over.client.infer("fixed", inputs)
        with self.assertRaises(InferenceServerException):
            over.client.infer("fixed", inputs, outputs=[over.output("NONE")])
        after = now()
        self.assertEqual(count(after, "success") - count(before, "success"), 3)
        self.assertEqual(count(after, "fail") - count(before, "fail"), 1)
        self.assertEqual(int(after["execution_count"]) - int(before.get("execution_count", 0)), 3)
        self.assertGreater(int(after["inference_stats"]["compute_infer"]["ns"]), 0)
        self.assertEqual(int(after["batch_stats"][0]["batch_size"]), 1)
        names = over.client.get_inference_statistics()
        names = names["model_stats"] if isinstance(names, dict) else [{"name": m.name} for m in names.model_stats]
        self.assertLessEqual({"fixed", "rows", "slow"}, {m["name"] for m in names})
        with self.assertRaisesRegex(InferenceServerException, "nobody"):
            over.client.get_inference_statistics("nobody")

    def test_async_calls_each_get_their_own_answer(self):
        over = OverHttp(self.server, concurrency=4)
        arrays = [numpy.full([1, 4], i, dtype=numpy.float32) for i in range(24)]
        waiting = [over.client.async_infer("rows", [over.input("INPUT0", "FP32", a)]) for a in arrays]
        for array, one in zip(arrays, waiting):
            self.assertSame(one.get_result().as_numpy("OUTPUT0"), array * 2)
        over = OverGrpc(self.server)
        answers: queue.Queue = queue.Queue()
        for i, array in enumerate(arrays):
            over.client.async_infer("rows", [over.input("INPUT0", "FP32", array)],
                                    lambda result, error, i=i: answers.put((i, result, error)))
        for _ in arrays:
            i, result, error = answers.get(timeout=60)
            self.assertIsNone(error)
            self.assertSame(result.as_numpy("OUTPUT0"), arrays[i] * 2)

    def test_many_threads_each_get_their_own_answers(self):
        failures = []

        def work(protocol, number: int):
            try:
                over = protocol(self.server)  # gevent binds a client to its thread
                for i in range(20):
                    self.doubled(over, number * 1000 + i, rows=1 + (number + i) % 5)
                over.client.close()
            except Exception as error:  # told by the main thread
                failures.append((protocol.name, number, repr(error)))

        threads = [threading.Thread(target=work, args=(PROTOCOLS[n % 2], n)) for n in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])

    def test_a_call_that_its_client_cancels_ends_and_the_next_is_served(self):
        over = OverGrpc(self.server)
        ended: queue.Queue = queue.Queue()
        call = over.client.async_infer("slow", self.slow_input(over), lambda result, error: ended.put(error))
        call.cancel()
        self.assertIn("CANCELLED", str(ended.get(timeout=60)).upper())
        with self.assertRaises(InferenceServerException) as told:
            over.client.infer("slow", self.slow_input(over), client_timeout=0.1)
        # Late, or refused at once because it would have been.
        self.assertIn(told.exception.status(), ("StatusCode.DEADLINE_EXCEEDED", "StatusCode.RESOURCE_EXHAUSTED"))
        self.doubled(over, 3)


class Mistakes(ServedModels):
    ONE = numpy.ones([2, 3], dtype=numpy.float32)

    def refused(self, over, status: str, pattern: str, model: str, inputs: list, **options):
        with self.assertRaisesRegex(InferenceServerException, pattern) as told:
            over.client.infer(model, inputs, **options)
        self.assertEqual(told.exception.status(), status, told.exception)

    def test_the_message_names_the_field(self):
        for over, wrong, missing in ((OverHttp(self.server), "400", "404"),
                                     (OverGrpc(self.server), "StatusCode.INVALID_ARGUMENT", "StatusCode.NOT_FOUND")):
            with self.subTest(protocol=over.name):
                good = over.input("INPUT0", "FP32", self.ONE)
                self.refused(over, wrong, r"inputs\[0\].name.*\"OTHER\".*INPUT0", "fixed",
                             [over.input("OTHER", "FP32", self.ONE)])
                self.refused(over, wrong, r"inputs\[0\].shape.*\[3,2\].*\[2,3\]", "fixed",
                             [over.input("INPUT0", "FP32", self.ONE.T.copy())])
                self.refused(over, wrong, r"inputs\[0\].shape", "fixed",
                             [over.input("INPUT0", "FP32", self.ONE.ravel())])
                self.refused(over, wrong, r"inputs\[0\].datatype.*FP64.*FP32", "fixed",
                             [over.input("INPUT0", "FP64", self.ONE.astype(numpy.float64))])
                self.refused(over, wrong, r"inputs.*\"INPUT1\".*missing", "identity_fp32", [good])
                self.refused(over, wrong, r"inputs\[1\].name.*twice", "fixed", [good, good])
                self.refused(over, wrong, r"outputs\[0\].name.*\"NONE\".*OUTPUT0", "fixed", [good],
                             outputs=[over.output("NONE")])
                self.refused(over, wrong, r"outputs\[1\].name.*twice", "fixed", [good],
                             outputs=[over.output("OUTPUT0")] * 2)
                self.refused(over, missing, "nobody", "nobody", [good])
                self.refused(over, missing, "7", "fixed", [good], model_version="7")
                self.refused(over, wrong, "model_version", "fixed", [good], model_version="x")
                self.refused(over, wrong, r"inputs.*rows", "rows",
                             [over.input("INPUT0", "FP32", numpy.zeros([0, 4], dtype=numpy.float32))])

    def test_what_is_not_served_is_said_so(self):
        good = numpy.ones([2, 3], dtype=numpy.float32)
        http, rpc = OverHttp(self.server), OverGrpc(self.server)
        import tritonclient.http as httpclient
        self.refused(http, "501", r"outputs\[0\].parameters.classification", "fixed",
                     [http.input("INPUT0", "FP32", good)],
                     outputs=[httpclient.InferRequestedOutput("OUTPUT0", class_count=2)])
        self.refused(rpc, "StatusCode.UNIMPLEMENTED", r"outputs\[0\].parameters.classification", "fixed",
                     [rpc.input("INPUT0", "FP32", good)],
                     outputs=[grpcclient.InferRequestedOutput("OUTPUT0", class_count=2)])

    def test_a_very_long_name_is_an_error_like_any_other(self):
        long = "m" * 300_000
        rpc = OverGrpc(self.server)
        self.refused(rpc, "StatusCode.NOT_FOUND", "mmm", long, [rpc.input("INPUT0", "FP32", self.ONE)])
        self.refused(rpc, "StatusCode.INVALID_ARGUMENT", "model_version", "fixed",
                     [rpc.input("INPUT0", "FP32", self.ONE)], model_version=long)
        http = OverHttp(self.server)
        self.refused(http, "400", r"inputs\[0\].name", "fixed", [http.input(long, "FP32", self.ONE)])


if __name__ == "__main__":
    unittest.main()
