"""More than can be done: who is refused, how, and that nothing is below the capacity."""
import json
import pathlib
import tempfile
import threading
import unittest

import ean13
from served import Server
from test_access import BODY

JOBS = "/v1/pipelines/parcel/jobs"


def fake(base_us: int, more: str = "") -> str:
    return f"input x FP32 -1,4\noutput y FP32 -1,4\ncompute identity\nbase_us {base_us}\nslots 1\n{more}"


class Overload(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        path = pathlib.Path(cls.folder.name)
        (path / "models" / "slow").mkdir(parents=True)
        (path / "models" / "slow" / "model.yaml").write_text("deadline_ms: 200\nbatching: {max_batch: 1}\n", encoding="utf-8")
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

    def test_who_would_be_late_is_refused_and_told_when_to_come_back(self):
        answers = []
        threads = [threading.Thread(target=lambda: answers.append(self.infer("even", 400))) for _ in range(40)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        refused = [json.loads(body) for status, _, body in answers if status == 429]
        self.assertTrue(refused)
        self.assertTrue(any(status == 200 for status, _, _ in answers))
        for reply in refused:
            self.assertEqual(reply["reason"], "tier_overload")
            self.assertGreater(reply["retry_after_ms"], 0)
        self.assertGreater(len({reply["retry_after_ms"] for reply in refused}), 1, "each at another moment")
        metrics = self.server.request("GET", "/metrics")[2].decode()
        self.assertIn(f'crossdock_refused_requests_total{{reason="tier_overload"}} {len(refused)}', metrics)

    def test_pictures_are_refused_before_they_are_decoded_when_their_codes_would_be_late(self):
        picture = ean13.png(ean13.number(1))
        headers = {"Content-Type": "image/png", "Prefer": "wait=30"}
        for _ in range(6):  # what a picture costs is learned
            self.assertEqual(self.server.request("POST", JOBS + "?deadline_ms=60000", picture, headers)[0], 200)
        answers = []

        def burst():
            for _ in range(25):
                answers.append(self.server.request("POST", JOBS + "?deadline_ms=30", picture, headers))

        threads = [threading.Thread(target=burst) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for status, _, body in answers:
            reply = json.loads(body)
            self.assertIn(status, (200, 429, 504), reply)
            if status == 429:
                self.assertIn(reply["reason"], ("tier_overload", "deadline_unmeetable"))
        self.assertTrue(any(status == 429 for status, _, _ in answers))


if __name__ == "__main__":
    unittest.main()
