"""What users of other servers reported, against the whole binary: docs/symptoms.md lists the cases."""
import concurrent.futures
import json
import pathlib
import random
import re
import tempfile
import unittest

import numpy
import tritonclient.http

import make_models
from served import Server

FAKE = """input  x FP32 -1,4
output y FP32 -1,4
compute identity
base_us {base_us}
"""
LOOKS = 2000  # at the metrics, each some milliseconds, before a test gives up


def serve(folder: pathlib.Path, configuration: str) -> Server:
    (folder / "crossdock.yaml").write_text("model_repository: models\n" + configuration)
    return Server("-c", str(folder / "crossdock.yaml"))


def fake(folder: pathlib.Path, name: str, base_us: int = 0, settings: str = "batching: {max_batch: 1}\n") -> None:
    (folder / "models" / name / "1").mkdir(parents=True)
    (folder / "models" / name / "1" / "model.fake").write_text(FAKE.format(base_us=base_us))
    (folder / "models" / name / "model.yaml").write_text(settings)


def metric(server: Server, name: str) -> float:
    match = re.search(rf"^{name}(?:{{[^}}]*}})? (\S+)$", server.request("GET", "/metrics")[2].decode(), re.MULTILINE)
    return float(match.group(1)) if match else 0.0


def status_of(server: Server, key: str) -> int:
    text = pathlib.Path(f"/proc/{server.process.pid}/status").read_text()
    return int(re.search(rf"^{key}:\s+(\d+)", text, re.MULTILINE).group(1))


class Symptoms(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        (self.folder / "models").mkdir()

    def test_the_gauge_of_waiting_rows_is_the_queue(self):
        asked = 60
        fake(self.folder, "slow", base_us=200_000)
        body = json.dumps({"inputs": [{"name": "x", "datatype": "FP32", "shape": [1, 4], "data": [1, 2, 3, 4]}]}).encode()
        with serve(self.folder, "scheduling: {slots: 1}\n") as server, \
                concurrent.futures.ThreadPoolExecutor(asked) as clients:
            answers = [clients.submit(server.request, "POST", "/v2/models/slow/infer", body) for _ in range(asked)]
            for _ in range(LOOKS):
                # Of one snapshot: what waits, and what has been answered or runs, are all that came.
                text = server.request("GET", "/metrics")[2].decode()
                waiting = sum(float(v) for v in re.findall(r'^crossdock_queued_rows\{model="slow"\} (\S+)$', text, re.M))
                if waiting >= asked - 5:
                    break
            running = metric(server, "crossdock_running_calls")
            self.assertGreaterEqual(waiting, asked - 5)
            self.assertLessEqual(waiting + 1, asked)
            self.assertLessEqual(running, 1)
            self.assertEqual({answer.result()[0] for answer in answers}, {200})
            self.assertEqual(metric(server, "crossdock_queued_rows"), 0)
            self.assertEqual(metric(server, "crossdock_running_calls"), 0)

    def test_more_models_bring_no_more_threads(self):
        make_models.make_all(self.folder / "models")
        names = sorted(path.stem for path in (self.folder / "models").glob("*.onnx"))
        self.assertGreater(len(names), 10)
        with serve(self.folder, "") as server:
            many = status_of(server, "Threads")
        for name in names[1:]:
            (self.folder / "models" / f"{name}.onnx").unlink()
        with serve(self.folder, "") as server:
            one = status_of(server, "Threads")
        print(f"\n  {one} threads with one model, {many} with {len(names)}")
        self.assertLessEqual(many, one + 2)

    def test_memory_levels_out_under_random_shapes(self):
        make_models.make_all(self.folder / "models")
        for path in (self.folder / "models").glob("*.onnx"):
            if path.stem != "any_shape":
                path.unlink()
        draw = random.Random(1)
        with serve(self.folder, "") as server:
            client = tritonclient.http.InferenceServerClient(f"127.0.0.1:{server.http_port}")
            tops = []
            for _ in range(5):  # the first one brings the memory up to what the largest shapes need
                for _ in range(1000):
                    matrix = numpy.full((draw.randint(1, 300), draw.randint(1, 300)), draw.random(), numpy.float32)
                    x = tritonclient.http.InferInput("INPUT0", matrix.shape, "FP32").set_data_from_numpy(matrix)
                    numpy.testing.assert_array_equal(client.infer("any_shape", [x]).as_numpy("OUTPUT0"), matrix.T)
                tops.append(status_of(server, "VmRSS") // 1024)
            client.close()
        print(f"\n  MiB after each 1000 shapes: {tops}")
        self.assertLess(tops[-1] - tops[0], 16, tops)


if __name__ == "__main__":
    unittest.main()
