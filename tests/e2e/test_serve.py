"""`crossdock serve` as its operator meets it: start, readiness, models, what it writes, stop."""
import json
import os
import pathlib
import re
import subprocess
import tempfile
import threading
import time
import unittest

from served import BINARY, DATA, ROOT, Server

FAKE = """input x FP32 -1,4
output y FP32 -1,4
compute scale 2
base_us {us}
slots 2
"""


def infer_body(rows: list[list[float]]) -> bytes:
    return json.dumps({"inputs": [{"name": "x", "datatype": "FP32", "shape": [len(rows), 4], "data": rows}]}).encode()


class Models(tempfile.TemporaryDirectory):
    """A repository with one fake model."""

    def __enter__(self):
        folder = pathlib.Path(super().__enter__())
        (folder / "double.fake").write_text(FAKE.format(us=1000))
        return folder


class Serve(unittest.TestCase):
    def test_a_folder_of_models_is_enough(self):
        with Models() as models, Server("--models", str(models)) as server:
            self.assertEqual(server.request("GET", "/v2/health/ready")[0], 200)
            status, answer = server.json("POST", "/v2/models/double/infer", infer_body([[1, 2, 3, 4]]))
            self.assertEqual(status, 200, answer)
            self.assertEqual(answer["outputs"][0]["data"], [2, 4, 6, 8])

    @unittest.skipUnless(DATA.exists(), "needs the models in ../shared/data")
    def test_a_bare_onnx_file_is_enough(self):
        with Server("--models", str(DATA / "models")) as server:
            status, metadata = server.json("GET", "/v2/models/yolox_nano")
            self.assertEqual(status, 200, metadata)
            self.assertEqual(metadata["inputs"][0]["shape"], [1, 3, 416, 416])
            names = {m["name"] for m in server.json("POST", "/v2/repository/index", b"{}")[1]}
            self.assertIn("FastestDet", names)

    def test_a_broken_model_is_refused_by_name_and_the_others_serve(self):
        with Models() as models:
            (models / "broken.onnx").write_bytes(b"this is no model")
            with Server("--models", str(models)) as server:
                index = {m["name"]: m for m in server.json("POST", "/v2/repository/index", b"{}")[1]}
                self.assertEqual(index["double"]["state"], "READY")
                self.assertEqual(index["broken"]["state"], "UNAVAILABLE")
                self.assertIn("broken.onnx", index["broken"]["reason"])
                self.assertEqual(server.json("POST", "/v2/models/double/infer", infer_body([[0, 0, 0, 1]]))[0], 200)

    def test_nothing_is_written_outside_and_nobody_is_phoned(self):
        with Models() as models, tempfile.TemporaryDirectory() as home:
            env = {"HOME": home, "XDG_CACHE_HOME": f"{home}/cache", "PATH": os.environ["PATH"], "TMPDIR": home}
            yolox = DATA / "models" / "yolox_nano.onnx"
            if yolox.exists():
                (models / "yolox_nano.onnx").write_bytes(yolox.read_bytes())
            before = {p: p.stat().st_mtime_ns for p in models.rglob("*")}
            with Server("--models", str(models), env=env, cwd=home) as server:
                server.json("POST", "/v2/models/double/infer", infer_body([[1, 2, 3, 4]]))
                sockets = subprocess.run(["ss", "-tunpH"], capture_output=True, text=True).stdout.splitlines()
                mine = [s for s in sockets if f"pid={server.process.pid}," in s]
                outside = [s for s in mine if not re.search(r"(127\.\d+\.\d+\.\d+|\[::1\]|\[::ffff:127\.)", s.split()[5])]
                self.assertEqual(outside, [])
            self.assertEqual(list(pathlib.Path(home).rglob("*")), [])
            self.assertEqual({p: p.stat().st_mtime_ns for p in models.rglob("*")}, before)

    def test_it_listens_on_loopback_only(self):
        with Models() as models, Server("--models", str(models)) as server:
            listening = subprocess.run(["ss", "-tlnpH"], capture_output=True, text=True).stdout.splitlines()
            mine = [s.split()[3] for s in listening if f"pid={server.process.pid}," in s]
            self.assertEqual(len(mine), 2, listening)
            for address in mine:
                self.assertRegex(address, r"^(\[::ffff:)?127\.0\.0\.1\]?:")

    def test_a_stop_answers_what_was_accepted(self):
        with Models() as models:
            (models / "slow.fake").write_text(FAKE.format(us=300_000))
            with Server("--models", str(models)) as server:
                answers = []
                threads = [threading.Thread(target=lambda: answers.append(
                    server.json("POST", "/v2/models/slow/infer", infer_body([[1, 2, 3, 4]]))[0])) for _ in range(2)]
                for thread in threads:
                    thread.start()
                self.wait_until(lambda: "crossdock_http_requests" in server.request("GET", "/metrics")[2].decode())
                code = server.stop()
                for thread in threads:
                    thread.join()
                self.assertEqual(code, 0)
                self.assertTrue(set(answers) <= {200, 503}, answers)
                self.assertEqual(len(answers), 2)

    def wait_until(self, condition, seconds: float = 10):
        end = time.monotonic() + seconds
        while not condition():
            self.assertLess(time.monotonic(), end)

    def test_a_wrong_configuration_names_the_key_and_the_nearest(self):
        with tempfile.NamedTemporaryFile("w", suffix=".yaml") as config:
            config.write("htpp:\n  port: 1\n")
            config.flush()
            ended = subprocess.run([str(BINARY), "serve", "-c", config.name], capture_output=True, text=True, timeout=60)
        self.assertNotEqual(ended.returncode, 0)
        self.assertIn("htpp", ended.stderr)
        self.assertIn("http", ended.stderr)

    def test_a_port_that_is_taken_is_said_so(self):
        with Models() as models, Server("--models", str(models)) as server:
            ended = subprocess.run([str(BINARY), "serve", "--models", str(models), "--http-port", str(server.http_port),
                                    "--grpc-port", "0"], capture_output=True, text=True, timeout=60)
            self.assertEqual(ended.returncode, 1)
            self.assertIn(str(server.http_port), ended.stderr)


class Verbs(unittest.TestCase):
    def run_verb(self, *arguments: str):
        return subprocess.run([str(BINARY), *arguments], capture_output=True, text=True, timeout=120, cwd=ROOT)

    def test_every_verb_helps_with_an_example(self):
        listed = self.run_verb("--help").stdout
        for verb in ("serve", "doctor", "config", "load"):
            self.assertIn(verb, listed)
            helped = self.run_verb(verb, "--help")
            self.assertEqual(helped.returncode, 0)
            self.assertRegex(helped.stdout.lower(), "example")

    def test_a_wrong_verb_is_a_usage_error_with_the_nearest_name(self):
        ended = self.run_verb("srve")
        self.assertEqual(ended.returncode, 2)
        self.assertIn("serve", ended.stderr)

    def test_the_hubs_configuration_is_valid(self):
        ended = self.run_verb("config", "check", "examples/hub/crossdock.yaml")
        self.assertEqual(ended.returncode, 0, ended.stderr)

    def test_the_example_configuration_reads_back(self):
        example = self.run_verb("config", "example")
        with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
            file.write(example.stdout)
            file.flush()
            self.assertEqual(self.run_verb("config", "check", file.name).returncode, 0)

    def test_doctor_says_what_it_found_as_json(self):
        ended = self.run_verb("doctor", "--json")
        report = json.loads(ended.stdout)
        self.assertTrue(report)


if __name__ == "__main__":
    unittest.main()
