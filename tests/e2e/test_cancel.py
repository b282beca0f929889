"""Clients that go away: what they asked for is not computed, and nothing of it stays behind."""
import json
import pathlib
import re
import socket
import tempfile
import threading
import unittest

import numpy
import tritonclient.grpc

from served import Server

CLIENTS = 200
CALL_SECONDS = 2
LOOKS = 2000  # at the metrics, each some milliseconds, before the test gives up

MODEL = f"""input  x FP32 -1,4
output y FP32 -1,4
compute identity
base_us {CALL_SECONDS * 1_000_000}
"""
CONFIGURATION = """model_repository: models
scheduling: {slots: 1, refuse_late: false}
"""


class Cancelled(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        (folder / "models" / "slow" / "1").mkdir(parents=True)
        (folder / "models" / "slow" / "1" / "model.fake").write_text(MODEL)
        (folder / "models" / "slow" / "model.yaml").write_text("batching: {max_batch: 1}\n")
        (folder / "crossdock.yaml").write_text(CONFIGURATION)
        cls.server = cls.enterClassContext(Server("-c", str(folder / "crossdock.yaml")))

    def metric(self, name: str) -> float:
        _, _, text = self.server.request("GET", "/metrics")
        match = re.search(rf"^{name}(?:{{[^}}]*}})? (\S+)$", text.decode(), re.MULTILINE)
        return float(match.group(1)) if match else 0.0

    def wait_for(self, name: str, wanted, what: str) -> None:
        for _ in range(LOOKS):
            if wanted(self.metric(name)):
                return
        self.fail(f"{what}: {name} is {self.metric(name)}")

    def http_message(self) -> bytes:
        body = json.dumps({"inputs": [{"name": "x", "datatype": "FP32", "shape": [1, 4], "data": [1, 2, 3, 4]}]}).encode()
        return (b"POST /v2/models/slow/infer HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % len(body)) + body

    def expect_nothing_left(self, rows_before: float) -> None:
        for name in ("crossdock_queued_rows", "crossdock_running_calls", "crossdock_request_bytes"):
            self.wait_for(name, lambda value: value == 0, "something was left behind")
        computed = self.metric("crossdock_inference_rows_total") - rows_before
        self.assertLess(computed, CLIENTS / 10, "rows were computed for clients that had gone")
        # The engine is free for those who stay.
        status, answer = self.server.json("POST", "/v2/models/slow/infer", self.http_message().split(b"\r\n\r\n")[1])
        self.assertEqual((status, answer["outputs"][0]["data"]), (200, [1, 2, 3, 4]))

    def test_http_connections_that_close_leave_nothing_behind(self):
        before = self.metric("crossdock_inference_rows_total")
        sockets = []
        for _ in range(CLIENTS):
            one = socket.create_connection(("127.0.0.1", self.server.http_port), timeout=60)
            one.sendall(self.http_message())
            sockets.append(one)
        self.wait_for("crossdock_queued_rows", lambda value: value > CLIENTS / 2, "the requests did not arrive")
        for one in sockets:
            one.close()
        self.expect_nothing_left(before)

    def test_grpc_calls_that_are_cancelled_leave_nothing_behind(self):
        before = self.metric("crossdock_inference_rows_total")
        client = tritonclient.grpc.InferenceServerClient(f"127.0.0.1:{self.server.grpc_port}")
        self.addCleanup(client.close)
        tensor = tritonclient.grpc.InferInput("x", [1, 4], "FP32")
        tensor.set_data_from_numpy(numpy.array([[1, 2, 3, 4]], numpy.float32))
        ended = threading.Semaphore(0)
        calls = [client.async_infer("slow", [tensor], lambda result, error: ended.release()) for _ in range(CLIENTS)]
        self.wait_for("crossdock_queued_rows", lambda value: value > CLIENTS / 2, "the calls did not arrive")
        for call in calls:
            call.cancel()
        for _ in range(CLIENTS):
            self.assertTrue(ended.acquire(timeout=60))
        self.expect_nothing_left(before)

    def test_the_deadline_of_a_grpc_call_holds_in_the_queue(self):
        client = tritonclient.grpc.InferenceServerClient(f"127.0.0.1:{self.server.grpc_port}")
        self.addCleanup(client.close)
        tensor = tritonclient.grpc.InferInput("x", [1, 4], "FP32")
        tensor.set_data_from_numpy(numpy.array([[1, 2, 3, 4]], numpy.float32))
        before = self.metric("crossdock_inference_rows_total")
        ended = threading.Semaphore(0)
        errors = []

        def answered(result, error):
            errors.append(error)
            ended.release()

        for _ in range(20):
            client.async_infer("slow", [tensor], answered, client_timeout=0.3)
        for _ in range(20):
            self.assertTrue(ended.acquire(timeout=60))
        for error in errors:
            self.assertIn("DEADLINE_EXCEEDED", str(error.status()) + str(error))
        self.expect_nothing_left(before)


if __name__ == "__main__":
    unittest.main()
