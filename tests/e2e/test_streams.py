"""Inferences over one gRPC stream, with Triton's client: order, ids, errors in the stream, cancel, slow readers."""
import pathlib
import queue
import tempfile
import unittest

import numpy
import tritonclient.grpc as grpcclient
from tritonclient.grpc import service_pb2, service_pb2_grpc

import grpc
import make_models
from served import Server
from test_tritonclient import SLOW
from triton_values import OverGrpc


class Streams(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = cls.enterClassContext(tempfile.TemporaryDirectory())
        make_models.make_all(pathlib.Path(folder))
        (pathlib.Path(folder) / "slow.fake").write_text(SLOW)
        cls.server = cls.enterClassContext(Server("--models", folder))

    def setUp(self):
        self.over = OverGrpc(self.server)
        self.addCleanup(self.over.client.close)
        self.answers: queue.Queue = queue.Queue()

    def start(self):
        self.over.client.start_stream(lambda result, error: self.answers.put((result, error)))

    def rows(self, number: int, rows: int = 1) -> numpy.ndarray:
        return numpy.full([rows, 4], number, dtype=numpy.float32)

    def send(self, model: str, name: str, array: numpy.ndarray, **options):
        self.over.client.async_stream_infer(model, [self.over.input(name, "FP32", array)], **options)

    def next(self):
        return self.answers.get(timeout=60)

    def test_every_request_is_answered_in_order_with_its_id(self):
        self.start()
        for i in range(300):
            self.send("rows", "INPUT0", self.rows(i, rows=1 + i % 3), request_id=f"parcel-{i}")
        for i in range(300):
            result, error = self.next()
            self.assertIsNone(error)
            self.assertEqual(result.get_response().id, f"parcel-{i}")
            self.assertEqual(result.as_numpy("OUTPUT0").tolist(), (self.rows(i, rows=1 + i % 3) * 2).tolist())
        self.over.client.stop_stream()

    def test_a_quick_answer_waits_for_the_slow_one_before_it(self):
        self.start()
        self.send("slow", "x", self.rows(1), request_id="slow")
        self.send("rows", "INPUT0", self.rows(2), request_id="quick")
        self.assertEqual([self.next()[0].get_response().id for _ in range(2)], ["slow", "quick"])
        self.over.client.stop_stream()

    def test_an_error_concerns_its_own_request_only(self):
        self.start()
        self.send("rows", "INPUT0", self.rows(1), request_id="a")
        self.send("nobody", "INPUT0", self.rows(1), request_id="b")
        self.send("rows", "OTHER", self.rows(1), request_id="c")
        self.send("rows", "INPUT0", self.rows(1), request_id="d", parameters={"tier": "urgent"})
        self.send("rows", "INPUT0", self.rows(3), request_id="e", enable_empty_final_response=True)
        self.assertIsNone(self.next()[1])
        for field in ("nobody", r"inputs\[0\].name", "parameters.tier"):
            self.assertRegex(str(self.next()[1]), field)
        result, error = self.next()
        self.assertIsNone(error)
        self.assertEqual(result.get_response().id, "e")
        self.assertTrue(result.get_response().parameters["triton_final_response"].bool_param)
        self.over.client.stop_stream()

    def test_a_stream_takes_tier_and_timing_from_its_metadata(self):
        self.over.client.start_stream(lambda result, error: self.answers.put((result, error)),
                                      headers={"x-crossdock-timing": "1", "x-crossdock-tier": "critical"})
        self.send("rows", "INPUT0", self.rows(1))
        result, error = self.next()
        self.assertIsNone(error)
        self.assertGreater(result.get_response().parameters["engine_ms"].double_param, 0)
        self.over.client.stop_stream()

    def test_a_cancelled_stream_leaves_nothing_behind(self):
        self.start()
        for i in range(20):
            self.send("slow", "x", self.rows(i))
        self.over.client.stop_stream(cancel_requests=True)
        other = OverGrpc(self.server)
        result = other.client.infer("rows", [other.input("INPUT0", "FP32", self.rows(5))])
        self.assertEqual(result.as_numpy("OUTPUT0").tolist(), (self.rows(5) * 2).tolist())
        other.client.close()

    def test_who_does_not_read_is_not_read_from(self):
        """A client that sends without end and reads nothing is stopped by flow control, and gets every answer once it does read."""
        sent = 0
        big = numpy.ones([1, 64 * 1024], dtype=numpy.float32).tobytes()
        small = numpy.ones([1, 1], dtype=numpy.float32).tobytes()
        limit = 2000  # half a gigabyte each way, if nobody stopped it

        def requests():
            nonlocal sent
            for i in range(limit):
                request = service_pb2.ModelInferRequest(model_name="identity_fp32", id=str(i))
                request.inputs.add(name="INPUT0", datatype="FP32", shape=[1, 64 * 1024])
                request.inputs.add(name="INPUT1", datatype="FP32", shape=[1, 1])
                request.raw_input_contents.extend([big, small])
                sent = i + 1
                yield request

        with grpc.insecure_channel(f"127.0.0.1:{self.server.grpc_port}") as channel:
            stream = service_pb2_grpc.GRPCInferenceServiceStub(channel).ModelStreamInfer(requests())
            first = next(stream)
            self.assertEqual(first.infer_response.id, "0")
            for i in range(1, 500):
                answer = next(stream)
                self.assertEqual((answer.error_message, answer.infer_response.id), ("", str(i)))
                # What is under way is bounded by requests and bytes, whatever the client has in store.
                self.assertLess(sent - i, 128 + 256, "nothing holds the sender back")
            stream.cancel()


if __name__ == "__main__":
    unittest.main()
