"""The verb `bench`: measures a model and stores what it found."""
import pathlib
import subprocess
import tempfile
import unittest

from served import BINARY, Server

MODEL = """input  x FP32 -1,4
output y FP32 -1,4
compute identity
base_us 1000
per_row_us 100
"""


class Bench(unittest.TestCase):
    def setUp(self):
        self.models = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        folder = self.models / "small" / "1"
        folder.mkdir(parents=True)
        (folder / "model.fake").write_text(MODEL)
        self.manifest = folder / "manifest.yaml"

    def bench(self, *arguments: str) -> subprocess.CompletedProcess:
        return subprocess.run([BINARY, "bench", "--sweep-wait", *arguments], capture_output=True, text=True, timeout=120)

    def test_a_sweep_prints_a_row_for_each_wait_and_stores_the_best(self):
        ended = self.bench("small", "--models", str(self.models), "--waits", "0,3000", "--seconds", "0.5", "--slots", "1")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        rows = [line.split() for line in ended.stdout.splitlines() if line.split()[0] in ("0", "3000")]
        self.assertEqual(len(rows), 2, ended.stdout)
        for _, mean, p99, per_second, busy, batch in (row[:6] for row in rows):
            self.assertGreater(float(mean), 1)
            self.assertGreaterEqual(float(p99), float(mean))
            self.assertGreater(float(per_second), 0)
            self.assertGreater(float(busy), 0)
            self.assertGreaterEqual(float(batch), 1)
        self.assertRegex(self.manifest.read_text(), r"best_wait_us: (0|3000)\b")
        with Server("--models", str(self.models)) as server:  # and the manifest is one that a server reads
            self.assertEqual(server.request("GET", "/v2/models/small/ready")[0], 200)

    def test_a_dry_run_stores_nothing(self):
        ended = self.bench(str(self.manifest.parent / "model.fake"), "--waits", "0", "--seconds", "0.2", "--dry")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertFalse(self.manifest.exists())

    def test_what_is_no_model_is_said_so(self):
        self.assertIn("no model file", self.bench("small").stderr)
        self.assertIn("holds no model other", self.bench("other", "--models", str(self.models)).stderr)


if __name__ == "__main__":
    unittest.main()
