"""`crossdock load`: what it says it sent is what the server counted, and a stall is seen from the intended moment."""
import csv
import http.server
import json
import pathlib
import re
import subprocess
import tempfile
import threading
import time
import unittest

from served import BINARY, Server

FAKE = """input x FP32 -1,4
output y FP32 -1,4
compute scale 2
base_us 1000
slots 2
"""
STALL_SECONDS = 1.0


class StallingServer(http.server.ThreadingHTTPServer):
    """Answers at once, but from its 20th request on lets everybody wait until STALL_SECONDS are over."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), self.Handler)
        self.turn = threading.Lock()
        self.count = 0
        threading.Thread(target=self.serve_forever, daemon=True).start()

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_GET(self):
            with self.server.turn:
                self.server.count += 1
                if self.server.count == 20:
                    time.sleep(STALL_SECONDS)
            self.send_response(200)
            self.send_header("Content-Length", "2")
            self.end_headers()
            self.wfile.write(b"ok")

        def log_message(self, *_):
            pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.shutdown()
        self.server_close()


class Load(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def load(self, port: int, *arguments: str):
        """Exit code and the JSON report. On a busy machine the run may be late, and so not valid; everything else must hold."""
        report = self.folder / "load.json"
        ended = subprocess.run([str(BINARY), "load", *arguments, "--address", f"127.0.0.1:{port}", "--json", str(report)],
                               capture_output=True, text=True, timeout=120, cwd=self.folder)
        self.assertTrue(report.exists(), ended.stderr)
        said = json.loads(report.read_text())
        self.assertEqual(ended.returncode, 0 if said["valid"] else 1, ended.stderr)
        for problem in said["problems"]:
            self.assertIn("generator was late", problem)
        return said

    def requests_of(self, server: Server, model: str) -> float:
        """The server's own count of finished requests of a model."""
        return server.json("GET", f"/v2/models/{model}/stats")[1]["model_stats"][0]["inference_count"]

    def http_requests(self, server: Server) -> int:
        page = server.request("GET", "/metrics")[2].decode()
        return sum(int(float(count)) for count in re.findall(r'^crossdock_http_requests_total\{.*\} (\S+)$', page, re.M))

    def test_what_it_counts_is_what_the_server_counts(self):
        (self.folder / "double.fake").write_text(FAKE)
        (self.folder / "other.fake").write_text(FAKE)
        scenario = self.folder / "mix.yaml"
        scenario.write_text("seconds: 1.5\nseed: 3\nstreams:\n"
                            "  - {model: double, rate: 60, arrivals: gamma, cv: 2, tier: critical}\n"
                            "  - {model: other, concurrency: 2, batch: 2}\n")
        with Server("--models", str(self.folder)) as server:
            before = self.http_requests(server)
            said = self.load(server.http_port, str(scenario), "--csv", "load.csv", "--chart", "load.svg")
            after = self.http_requests(server)
            double, other = said["streams"]
            self.assertEqual(self.requests_of(server, "double"), double["ok"])
            self.assertEqual(self.requests_of(server, "other"), 2 * other["ok"])
            # Beside them: two questions for the models' inputs, and the first look at the metrics.
            self.assertEqual(after - before, said["total"]["sent"] + 2 + 1)
        self.assertEqual(double["sent"], double["ok"])
        self.assertGreater(double["sent"], 30)
        self.assertGreater(other["ok"], 20)
        self.assertEqual(said["total"]["outcomes"], {"200": said["total"]["sent"]})
        with open(self.folder / "load.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(len(rows), said["total"]["sent"])
        self.assertTrue((self.folder / "load.svg").read_text().startswith("<svg "))

    def test_one_seed_sends_at_the_same_moments_and_a_run_can_be_replayed(self):
        (self.folder / "double.fake").write_text(FAKE)
        with Server("--models", str(self.folder)) as server:
            moments = []
            for _ in range(2):
                self.load(server.http_port, "--model", "double", "--rate", "40", "--seconds", "0.5", "--csv", "a.csv")
                with open(self.folder / "a.csv", newline="") as file:
                    moments.append([row["intended_s"] for row in csv.DictReader(file)])
            self.assertEqual(moments[0], moments[1])
            said = self.load(server.http_port, "--model", "double", "--replay", "a.csv", "--seconds", "0.5")
            self.assertEqual(said["total"]["sent"], len(moments[0]))

    def test_a_stalled_server_is_seen_from_the_intended_moment(self):
        with StallingServer() as server:
            said = self.load(server.server_address[1], "--path", "/x", "--arrivals", "constant", "--rate", "100", "--seconds",
                             "2", "--csv", "stall.csv")
        total = said["total"]
        self.assertEqual(total["sent"], total["ok"])
        self.assertEqual(total["sent"], 200)
        # About 100 requests were due while nobody was answered. A generator that waits for answers would have sent one of them and
        # shown one slow answer; this one has them all, the first with the whole second, and half of them with half of it.
        with open(self.folder / "stall.csv", newline="") as file:
            latencies = [float(row["latency_ms"]) for row in csv.DictReader(file)]
        self.assertGreaterEqual(sum(1 for latency in latencies if latency >= 500 * STALL_SECONDS), 45)
        self.assertGreaterEqual(max(latencies), 1000 * STALL_SECONDS)
        self.assertGreaterEqual(total["latency_ms"]["p90"], 500)

    def test_a_server_that_is_not_there_and_a_wrong_model_are_said_so(self):
        ended = subprocess.run([str(BINARY), "load", "--model", "m", "--rate", "5", "--address", "127.0.0.1:1"],
                               capture_output=True, text=True, timeout=60)
        self.assertEqual(ended.returncode, 1)
        self.assertIn("127.0.0.1:1", ended.stderr)
        (self.folder / "double.fake").write_text(FAKE)
        with Server("--models", str(self.folder)) as server:
            ended = subprocess.run([str(BINARY), "load", "--model", "duoble", "--rate", "5", "--address",
                                    f"127.0.0.1:{server.http_port}"], capture_output=True, text=True, timeout=60)
        self.assertEqual(ended.returncode, 1)
        self.assertIn("duoble", ended.stderr)


if __name__ == "__main__":
    unittest.main()
