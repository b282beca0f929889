"""More than can be done: who is refused, how, and that nothing is below the capacity."""
import json
import pathlib
import re
import tempfile
import threading
import unittest

import ean13
from served import Server
from test_access import BODY

JOBS = "/v1/pipelines/parcel/jobs"


def fake(per_row_us: int) -> str:
    return f"input x FP32 -1,4\noutput y FP32 -1,4\ncompute identity\nper_row_us {per_row_us}\nslots 1\n"


def at_once(count: int, call) -> list:
    """What `count` calls that are made together give."""
    answers: list = []
    gate = threading.Barrier(count)

    def run():
        gate.wait()
        answers.append(call())

    threads = [threading.Thread(target=run) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


class Overload(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        path = pathlib.Path(cls.folder.name)
        (path / "models" / "slow").mkdir(parents=True)
        (path / "models" / "slow" / "model.yaml").write_text("deadline_ms: 200\nbatching: {max_batch: 2}\n", encoding="utf-8")
        (path / "models" / "slow" / "1").mkdir()
        (path / "models" / "slow" / "1" / "model.fake").write_text(fake(500_000), encoding="utf-8")
        (path / "models" / "even.fake").write_text(fake(50_000), encoding="utf-8")
        (path / "crossdock.yaml").write_text(json.dumps({
            "model_repository": "models", "pipelines": {"parcel": {}}, "scheduling": {"slots": 1, "codes_threads": 1}}), encoding="utf-8")
        cls.server = Server("-c", str(path / "crossdock.yaml"))

    @classmethod
    def tearDownClass(cls):
        cls.server.__exit__()
        cls.folder.cleanup()

    def infer(self, model: str, deadline_ms: int = 0):
        headers = {"X-Crossdock-Deadline-Ms": str(deadline_ms)} if deadline_ms else {}
        return self.server.request("POST", f"/v2/models/{model}/infer", BODY, headers)

    def test_a_model_that_can_never_be_in_time_is_refused_at_once_not_after_its_time(self):
        status, headers, body = self.infer("slow")
        self.assertEqual((status, json.loads(body)["reason"]), (429, "deadline_unmeetable"))
        self.assertNotIn("Retry-After", headers, "it is no use to come back")
        self.assertEqual(self.infer("slow", 5000)[0], 200)

    def refused(self) -> float:
        text = self.server.request("GET", "/metrics")[2].decode()
        found = re.search(r'^crossdock_refused_requests_total{reason="tier_overload"} (\S+)$', text, re.MULTILINE)
        return float(found.group(1)) if found else 0.0

    def test_who_would_be_late_is_refused_and_told_when_to_come_back(self):
        before = self.refused()
        answers = at_once(40, lambda: self.infer("even", 400))
        refused = [json.loads(body) for status, _, body in answers if status == 429]
        self.assertTrue(refused)
        self.assertTrue(any(status == 200 for status, _, _ in answers))
        for reply in refused:
            self.assertEqual(reply["reason"], "tier_overload")
            self.assertGreater(reply["retry_after_ms"], 0)
        self.assertGreater(len({reply["retry_after_ms"] for reply in refused}), 1, "each at another moment")
        self.assertEqual(self.refused() - before, len(refused))

    def test_pictures_are_refused_before_they_are_decoded_when_their_codes_would_be_late(self):
        picture = ean13.png(ean13.number(1))
        headers = {"Content-Type": "image/png", "Prefer": "wait=30"}
        for _ in range(6):  # what a picture costs is learned
            self.assertEqual(self.server.request("POST", JOBS + "?deadline_ms=60000", picture, headers)[0], 200)
        answers = [answer for _ in range(5) for answer in at_once(
            40, lambda: self.server.request("POST", JOBS + "?deadline_ms=30", picture, headers))]
        for status, _, body in answers:
            reply = json.loads(body)
            self.assertIn(status, (200, 429, 504), reply)
            if status == 429:
                self.assertIn(reply["reason"], ("tier_overload", "deadline_unmeetable"))
        self.assertTrue(any(status == 429 for status, _, _ in answers))


class Bounds(unittest.TestCase):
    def serve(self, folder: str, **config) -> Server:
        path = pathlib.Path(folder)
        (path / "models").mkdir()
        (path / "models" / "wide.fake").write_text(
            "input x FP32 -1,65536\noutput y FP32 -1,65536\ncompute identity\nbase_us 50000\nslots 1\n", encoding="utf-8")
        (path / "crossdock.yaml").write_text(
            json.dumps({"model_repository": "models", "pipelines": {"parcel": {"text": False}}, **config}), encoding="utf-8")
        return Server("-c", str(path / "crossdock.yaml"))

    def test_a_burst_of_large_requests_is_bounded_by_bytes_and_memory_stays_flat(self):
        def resident(server: Server) -> int:
            return int(pathlib.Path(f"/proc/{server.process.pid}/statm").read_text().split()[1]) * 4096

        head = json.dumps({"inputs": [{"name": "x", "datatype": "FP32", "shape": [4, 65536], "parameters": {"binary_data_size": 1 << 20}}],
                           "parameters": {"binary_data_output": True}, "outputs": [{"name": "y"}]}).encode()
        body = head + bytes(1 << 20)
        with tempfile.TemporaryDirectory() as folder, self.serve(folder, limits={"request_mib": 8}) as server:
            def call():
                status, _, reply = server.request("POST", "/v2/models/wide/infer", body, {"Inference-Header-Content-Length": str(len(head))})
                return status, {} if status == 200 else json.loads(reply)

            self.assertEqual(call()[0], 200)
            at_once(100, call)
            before = resident(server)
            answers = [answer for _ in range(4) for answer in at_once(100, call)]
            self.assertGreater(sum(status == 200 for status, _ in answers), 20)
            refused = [reply for status, reply in answers if status != 200]
            self.assertTrue(refused)
            for reply in refused:
                self.assertIn(reply["reason"], ("memory", "tier_overload"), reply)
                self.assertGreater(reply["retry_after_ms"], 0)
            self.assertLess(resident(server) - before, 64 << 20)

    def test_the_limit_on_waiting_holds_for_pipelines_too(self):
        picture = ean13.png(ean13.number(2))
        scheduling = {"max_queued_pictures": 2, "codes_threads": 1, "refuse_late": False}
        with tempfile.TemporaryDirectory() as folder, self.serve(folder, scheduling=scheduling) as server:
            answers = [answer for _ in range(5) for answer in at_once(40, lambda: server.request(
                "POST", JOBS + "?deadline_ms=60000", picture, {"Content-Type": "image/png", "Prefer": "wait=30"}))]
        self.assertGreater(sum(status == 200 for status, _, _ in answers), 5)
        refused = [(status, headers, json.loads(body)) for status, headers, body in answers if status != 200]
        self.assertTrue(refused)
        for status, headers, reply in refused:
            self.assertEqual((status, reply["reason"]), (429, "queue_full"))
            self.assertGreaterEqual(int(headers["Retry-After"]), 1)


if __name__ == "__main__":
    unittest.main()
