"""Triton's perf_analyzer, unchanged, against the server: it drives both protocols and finds its server-side breakdown."""
import csv
import os
import pathlib
import subprocess
import tempfile
import unittest

import make_models
from served import ROOT, Server

FOLDER = ROOT / ".deps" / "perf_analyzer"
PROGRAM = FOLDER / "perf_analyzer"
COLUMNS = ("Server Queue", "Server Compute Input", "Server Compute Infer", "Server Compute Output")
LIMIT_S = 120


def why_not() -> str:
    """Empty, or why it cannot be run here."""
    if not PROGRAM.exists():
        return "perf_analyzer is not here: tools/setup --tests brings it"
    run = subprocess.run([PROGRAM, "--help"], env=environment(), capture_output=True, text=True, check=False)
    return f"perf_analyzer does not start: {run.stderr.strip()}" if "shared librar" in run.stderr else ""


def environment() -> dict:
    return {**os.environ, "LD_LIBRARY_PATH": str(FOLDER)}


@unittest.skipIf(why_not(), why_not())
class PerfAnalyzer(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = cls.enterClassContext(tempfile.TemporaryDirectory())
        make_models.make_all(pathlib.Path(folder))
        cls.server = cls.enterClassContext(Server("--models", folder))

    def drive(self, protocol: str, *more: str) -> dict:
        """One short run at two requests under way; its row of figures. What they are does not matter here."""
        port = self.server.http_port if protocol == "http" else self.server.grpc_port
        with tempfile.TemporaryDirectory() as folder:
            table = pathlib.Path(folder) / "run.csv"
            command = [str(PROGRAM), "-m", "rows", "-i", protocol, "-u", f"127.0.0.1:{port}",
                       "--concurrency-range", "2", "--measurement-mode", "count_windows",
                       "--measurement-request-count", "100", "--stability-percentage", "999", "--max-trials", "5",
                       "-f", str(table), *more]
            run = subprocess.run(command, cwd=folder, env=environment(), capture_output=True, text=True,
                                 timeout=LIMIT_S, check=False)
            self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
            self.assertNotIn("error", (run.stdout + run.stderr).lower().replace("error_count", ""))
            with table.open() as rows:
                row = next(csv.DictReader(rows))
        self.assertGreater(float(row["Inferences/Second"]), 0)
        return row

    def check_breakdown(self, row: dict):
        for column in COLUMNS:
            self.assertIn(column, row)
        self.assertGreater(sum(float(row[c]) for c in COLUMNS), 0)

    def test_http_with_the_servers_own_breakdown(self):
        self.check_breakdown(self.drive("http"))

    def test_grpc_with_the_servers_own_breakdown(self):
        self.check_breakdown(self.drive("grpc"))

    def test_a_batch_and_json_over_http(self):
        self.check_breakdown(self.drive("http", "-b", "4"))
        self.check_breakdown(self.drive("http", "--input-tensor-format", "json", "--output-tensor-format", "json"))

    def test_grpc_streams(self):
        self.check_breakdown(self.drive("grpc", "--streaming"))

    def test_a_rate_of_requests(self):
        port = self.server.http_port
        with tempfile.TemporaryDirectory() as folder:
            command = [str(PROGRAM), "-m", "rows", "-u", f"127.0.0.1:{port}", "--request-rate-range", "100",
                       "--request-distribution", "poisson", "--measurement-interval", "1000",
                       "--stability-percentage", "999", "--max-trials", "5"]
            run = subprocess.run(command, cwd=folder, env=environment(), capture_output=True, text=True,
                                 timeout=LIMIT_S, check=False)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertIn("compute infer", run.stdout)


if __name__ == "__main__":
    unittest.main()
