"""What a start leaves for the next one: the model cache as an operator meets it."""
import json
import pathlib
import re
import signal
import subprocess
import tempfile
import time
import unittest

from served import BINARY, DATA, Server

FAKE = """input x FP32 -1,4
output y FP32 -1,4
compute scale {factor}
load_us 200000
keep good
"""
CONFIG = """model_repository: models
cache: {{ folder: {cache} }}
loading: {{ idle_ms: 100 }}
"""
ROW = json.dumps({"inputs": [{"name": "x", "datatype": "FP32", "shape": [1, 4], "data": [1, 2, 3, 4]}]}).encode()


class HotStart(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = pathlib.Path(self.folder.name)
        self.cache = self.root / "cache"
        (self.root / "models" / "m" / "1").mkdir(parents=True)
        self.write_model(2)
        self.write_config("cache")

    def write_model(self, factor: int):
        (self.root / "models" / "m" / "1" / "model.fake").write_text(FAKE.format(factor=factor))

    def write_config(self, cache: str):
        (self.root / "crossdock.yaml").write_text(CONFIG.format(cache=cache))

    def start(self) -> Server:
        return Server("-c", str(self.root / "crossdock.yaml"))

    def answer(self, server: Server) -> list[float]:
        status, answer = server.json("POST", "/v2/models/m/infer", ROW)
        self.assertEqual(status, 200, answer)
        return answer["outputs"][0]["data"]

    def outcomes(self, server: Server) -> dict[str, int]:
        text = server.request("GET", "/metrics")[2].decode()
        found = re.findall(r'^crossdock_model_cache_total\{model="m",outcome="(\w+)"\} (\d+)', text, re.M)
        return {outcome: int(count) for outcome, count in found}

    def entries(self) -> list[pathlib.Path]:
        return list(self.cache.glob("*.load"))

    def test_the_second_start_is_a_hot_one_with_the_same_answers(self):
        with self.start() as server:
            cold = self.answer(server)
            self.assertEqual(self.outcomes(server), {"missing": 1, "kept": 1})
        self.assertEqual(len(self.entries()), 1)
        with self.start() as server:
            self.assertEqual(self.answer(server), cold)
            self.assertEqual(self.outcomes(server), {"hot": 1})
            self.assertRegex(server.errors(), "model ready.*start=hot")

    def test_a_damaged_entry_is_said_and_made_anew(self):
        with self.start():
            pass
        entry = self.entries()[0]
        entry.write_bytes(entry.read_bytes()[:-5])
        with self.start() as server:
            self.assertEqual(self.answer(server), [2, 4, 6, 8])
            self.assertEqual(self.outcomes(server), {"damaged": 1, "kept": 1})
            self.assertIn("outcome=damaged", server.errors())
        with self.start() as server:
            self.assertEqual(self.outcomes(server), {"hot": 1})

    def test_a_changed_model_is_said_to_be_stale_and_its_new_answers_are_served(self):
        with self.start():
            pass
        self.write_model(5)
        with self.start() as server:
            self.assertEqual(self.answer(server), [5, 10, 15, 20])
            self.assertEqual(self.outcomes(server), {"stale": 1, "kept": 1, "evicted": 1})
            self.assertIn("the model's bytes", server.errors())
        self.assertEqual(len(self.entries()), 1)

    def test_a_folder_that_cannot_be_used_is_said_and_the_models_serve(self):
        (self.root / "file").write_text("no folder")
        self.write_config("file/cache")
        with self.start() as server:
            self.assertEqual(self.answer(server), [2, 4, 6, 8])
            self.assertIn("the cache folder", server.errors())

    def test_a_server_killed_while_it_starts_leaves_a_folder_that_the_next_one_can_use(self):
        for wait in (0.15, 0.3, 0.4, 0.5):
            process = subprocess.Popen([str(BINARY), "serve", "-c", str(self.root / "crossdock.yaml"), "--http-port", "0",
                                        "--grpc-port", "0"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(wait)  # wherever it is then
            process.send_signal(signal.SIGKILL)
            process.wait()
        with self.start() as server:
            self.assertEqual(self.answer(server), [2, 4, 6, 8])
        with self.start() as server:
            self.assertEqual(self.outcomes(server), {"hot": 1})

    def test_a_model_that_can_wait_is_loaded_when_nothing_runs(self):
        (self.root / "models" / "m" / "model.yaml").write_text("load: idle\n")
        (self.root / "models" / "first.fake").write_text(FAKE.format(factor=1))
        with self.start() as server:
            deadline = time.monotonic() + 30
            while time.monotonic() < deadline:
                index = {m["name"]: m for m in server.json("POST", "/v2/repository/index", b"{}")[1]}
                if index["m"]["state"] == "READY":
                    break
                time.sleep(0.05)
            self.assertEqual(index["m"]["state"], "READY", index)
            self.assertEqual(self.answer(server), [2, 4, 6, 8])

    @unittest.skipUnless((DATA / "models" / "yolox_nano.onnx").exists(), "needs the models in ../shared/data")
    def test_a_real_model_answers_the_same_from_what_was_kept_in_both_runtimes(self):
        for runtime in ("onnxruntime", "openvino"):
            (self.root / "crossdock.yaml").write_text(
                f"models:\n  yolox:\n    file: {DATA / 'models' / 'yolox_nano.onnx'}\n    runtime: {runtime}\n"
                "cache: { folder: cache }\n")
            head = json.dumps({"inputs": [{"name": "images", "datatype": "FP32", "shape": [1, 3, 416, 416],
                                           "parameters": {"binary_data_size": 4 * 3 * 416 * 416}}],
                               "parameters": {"binary_data_output": True}}).encode()
            body = head + bytes(range(64)) * (4 * 3 * 416 * 416 // 64)
            answers, starts = [], []
            for _ in range(2):
                with self.start() as server:
                    status, headers, content = server.request("POST", "/v2/models/yolox/infer", body, {
                        "Inference-Header-Content-Length": str(len(head)), "Content-Type": "application/octet-stream"})
                    self.assertEqual(status, 200, content[:300])
                    lengths = {k.lower(): v for k, v in headers.items()}
                    answers.append(content[int(lengths["inference-header-content-length"]):])
                    starts.append(re.search(r"start=(\w+)", server.errors()).group(1))
            self.assertEqual(starts, ["cold", "hot"], runtime)
            self.assertEqual(answers[0], answers[1], runtime)
