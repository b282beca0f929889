"""What clients do to connections, and what becomes of it: pings, crowds, single bytes, huge texts, and how refusals are counted."""
import concurrent.futures
import json
import pathlib
import re
import resource
import socket
import struct
import tempfile
import unittest

import numpy
from tritonclient.utils import InferenceServerException

import make_models
from served import Server
from triton_values import OverGrpc, OverHttp

CROWD = 2000
PINGS = 500
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
SETTINGS, PING, GOAWAY, ACK = 4, 6, 7, 1
SLOW = """input  x FP32 -1,4
output y FP32 -1,4
compute identity
base_us 50000
"""


def frame(kind: int, flags: int, payload: bytes = b"") -> bytes:
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + bytes(4) + payload


class Connections(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        # A crowd needs a file each, here and in the server, which inherits the limit.
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 2 * CROWD + 500)), hard))
        cls.addClassCleanup(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        models = folder / "models"
        (models / "slow" / "1").mkdir(parents=True)
        make_models.make_all(models)
        (models / "slow" / "1" / "model.fake").write_text(SLOW)
        (models / "slow" / "model.yaml").write_text("batching: {max_batch: 1, max_queued: 2}\n")
        (folder / "crossdock.yaml").write_text("model_repository: models\nscheduling: {slots: 1}\n")
        cls.server = cls.enterClassContext(Server("-c", str(folder / "crossdock.yaml")))

    def metrics(self) -> str:
        return self.server.request("GET", "/metrics")[2].decode()

    def peak_mib(self) -> int:
        status = pathlib.Path(f"/proc/{self.server.process.pid}/status").read_text()
        return int(re.search(r"VmHWM:\s+(\d+)", status).group(1)) // 1024

    def test_pings_during_a_call_are_answered_and_never_too_many(self):
        with socket.create_connection(("127.0.0.1", self.server.grpc_port), timeout=60) as raw:
            raw.sendall(PREFACE + frame(SETTINGS, 0))
            for i in range(PINGS):
                raw.sendall(frame(PING, 0, struct.pack(">Q", i)))
            received, answered = b"", 0
            while answered < PINGS:
                while len(received) < 9 or len(received) < 9 + int.from_bytes(received[:3], "big"):
                    more = raw.recv(65536)
                    self.assertTrue(more, f"closed after {answered} pings")
                    received += more
                size = int.from_bytes(received[:3], "big")
                kind, flags = received[3], received[4]
                self.assertNotEqual(kind, GOAWAY, received[9:9 + size])
                answered += kind == PING and flags & ACK
                received = received[9 + size:]
        # The same with a client of gRPC's own that pings as often as it may, over a call.
        options = [("grpc.keepalive_time_ms", 10), ("grpc.keepalive_permit_without_calls", 1),
                   ("grpc.http2.max_pings_without_data", 0), ("grpc.http2.min_time_between_pings_ms", 1)]
        over = OverGrpc(self.server, channel_args=options)
        for _ in range(5):
            over.client.infer("slow", [over.input("x", "FP32", numpy.ones([1, 4], numpy.float32))])
        over.client.close()

    def test_two_thousand_idle_and_slow_clients_stop_nobody(self):
        crowd = []
        try:
            for i in range(CROWD):
                one = socket.create_connection(("127.0.0.1", self.server.http_port), timeout=60)
                if i % 2 == 0:
                    one.sendall(b"POST /v2/models/rows/infer HTTP/1.1\r\nHost: x\r\nContent-Le")
                crowd.append(one)
            over = OverHttp(self.server)
            for i in range(100):
                array = numpy.full([1, 4], i, dtype=numpy.float32)
                result = over.client.infer("rows", [over.input("INPUT0", "FP32", array)])
                self.assertEqual(result.as_numpy("OUTPUT0").tolist(), (array * 2).tolist())
            over.client.close()
        finally:
            for one in crowd:
                one.close()

    def test_chunks_of_a_byte_take_no_more_memory_than_their_bytes(self):
        text = json.dumps({"inputs": [{"name": "INPUT0", "datatype": "FP32", "shape": [1, 4], "data": [1, 2, 3, 4]}]})
        body = (text + " " * 200_000).encode()
        before = self.peak_mib()
        with socket.create_connection(("127.0.0.1", self.server.http_port), timeout=60) as raw:
            raw.sendall(b"POST /v2/models/rows/infer HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
            raw.sendall(b"".join(b"1\r\n%c\r\n" % byte for byte in body) + b"0\r\n\r\n")
            self.assertIn(b" 200 OK", raw.recv(65536))
        self.assertLess(self.peak_mib() - before, 20)

    def test_a_huge_text_is_refused_and_a_length_that_lies_too(self):
        huge = numpy.array([["x" * (65 << 20)]], dtype=object)
        for protocol, status in ((OverHttp, "413"), (OverGrpc, "StatusCode.RESOURCE_EXHAUSTED")):
            over = protocol(self.server)
            with self.assertRaises((InferenceServerException, ConnectionError, OSError)) as told:
                over.client.infer("identity_bytes", [over.input(f"INPUT{i}", "BYTES", huge) for i in range(2)])
            if isinstance(told.exception, InferenceServerException):
                self.assertEqual(told.exception.status(), status)
            over.client.close()
        head = json.dumps({"inputs": [{"name": f"INPUT{i}", "datatype": "BYTES", "shape": [1, 1],
                                       "parameters": {"binary_data_size": 8}} for i in range(2)]}).encode()
        status, error = self.server.json("POST", "/v2/models/identity_bytes/infer",
                                         head + b"\xff\xff\xff\xffabcd" * 2,
                                         {"Inference-Header-Content-Length": str(len(head))})
        self.assertEqual((status, error["field"]), (400, "inputs[0].data"), error)

    def test_a_refusal_counts_once_and_requests_are_answers(self):
        """Every request is a success or a failure, once; one that is refused counts under its own status."""
        def counted(status: int) -> float:
            match = re.search(r'^crossdock_http_requests_total\{route="/v2/models/\{model\}/infer",status="%d"\} (\S+)$'
                              % status, self.metrics(), re.MULTILINE)
            return float(match.group(1)) if match else 0.0

        def statistics() -> dict:
            return self.server.json("GET", "/v2/models/slow/stats")[1]["model_stats"][0]["inference_stats"]

        body = json.dumps({"inputs": [{"name": "x", "datatype": "FP32", "shape": [1, 4], "data": [1, 2, 3, 4]}]}).encode()
        before, stats_before = {s: counted(s) for s in (200, 429)}, statistics()
        asked = 40
        with concurrent.futures.ThreadPoolExecutor(asked) as clients:
            statuses = list(clients.map(lambda _: self.server.request("POST", "/v2/models/slow/infer", body)[0], range(asked)))
        refused = statuses.count(429)
        self.assertEqual(statuses.count(200) + refused, asked)
        self.assertGreater(refused, 0, "nothing was refused")
        stats = statistics()
        self.assertEqual(counted(429) - before[429], refused)
        self.assertEqual(counted(200) - before[200], asked - refused)
        self.assertEqual(stats["fail"]["count"] - stats_before["fail"]["count"], refused)
        self.assertEqual(stats["success"]["count"] - stats_before["success"]["count"], asked - refused)

    def test_series_go_with_their_model(self):
        over = OverHttp(self.server)
        over.client.infer("fixed", [over.input("INPUT0", "FP32", numpy.ones([2, 3], numpy.float32))])
        self.assertIn('model="fixed"', self.metrics())
        over.client.unload_model("fixed")
        self.assertNotIn('model="fixed"', self.metrics())
        over.client.load_model("fixed")
        over.client.infer("fixed", [over.input("INPUT0", "FP32", numpy.ones([2, 3], numpy.float32))])
        self.assertIn('crossdock_inference_rows_total{model="fixed"} 1', self.metrics())
        over.client.close()


if __name__ == "__main__":
    unittest.main()
