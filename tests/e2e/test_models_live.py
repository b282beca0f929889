"""Models that come, change and go while the server runs."""
import json
import pathlib
import signal
import tempfile
import time
import unittest

from served import Server
from swapping import Clients, Repository, swap
from triton_values import PROTOCOLS

FAKE = "input x FP32 -1,4\noutput y FP32 -1,4\ncompute scale {factor}\nbase_us {us}\n"


def infer_body(values: list[float]) -> bytes:
    return json.dumps({"inputs": [{"name": "x", "datatype": "FP32", "shape": [1, 4], "data": values}]}).encode()


class ModelsLive(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.models = self.folder / "models"
        self.write("models/m/1/model.fake", FAKE.format(factor=1, us=0))

    def write(self, path: str, text: str):
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        aside = file.with_name("." + file.name)
        aside.write_text(text)
        aside.rename(file)

    def serve(self, configuration: str = "", watch_ms: int = 0) -> Server:
        self.write("crossdock.yaml", f"model_repository: models\nlifecycle: {{watch_ms: {watch_ms}}}\n{configuration}")
        return self.enterContext(Server("-c", str(self.folder / "crossdock.yaml")))

    def factor(self, server: Server, model: str = "m") -> float | str:
        """What the version that answers multiplies by, or the error's code."""
        _, answer = server.json("POST", f"/v2/models/{model}/infer", infer_body([1, 0, 0, 0]))
        return answer["outputs"][0]["data"][0] if "outputs" in answer else answer["code"]

    def index(self, server: Server) -> dict:
        return {(m["name"], m["version"]): m for m in server.json("POST", "/v2/repository/index", b"{}")[1]}

    def wait_until(self, condition, seconds: float = 60):
        end = time.monotonic() + seconds
        while not condition():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.05)

    def test_a_version_that_is_put_into_the_folder_takes_over(self):
        server = self.serve(watch_ms=50)
        self.write("models/m/2/model.fake", FAKE.format(factor=2, us=0))
        self.wait_until(lambda: self.factor(server) == 2)
        self.write("models/other.fake", FAKE.format(factor=7, us=0))
        self.wait_until(lambda: self.factor(server, "other") == 7)
        (self.models / "other.fake").unlink()
        self.wait_until(lambda: self.factor(server, "other") == "not_found")

    def test_without_a_watch_nothing_changes_until_it_is_told(self):
        server = self.serve()
        self.write("models/m/2/model.fake", FAKE.format(factor=2, us=0))
        self.assertEqual(server.json("POST", "/v2/models/m/infer", infer_body([1, 0, 0, 0]))[1]["model_version"], "1")
        self.assertEqual(server.request("POST", "/v2/repository/models/m/load", b"")[0], 200)
        self.assertEqual(self.factor(server), 2)

    def test_sighup_reloads_the_repository_and_the_configured_models(self):
        self.write("single.fake", FAKE.format(factor=3, us=0))
        server = self.serve("models: {single: {file: single.fake}}\n")
        self.write("models/m/2/model.fake", FAKE.format(factor=2, us=0))
        self.write("double.fake", FAKE.format(factor=5, us=0))
        self.write("crossdock.yaml", "model_repository: models\nlifecycle: {watch_ms: 0}\nhttp: {threads: 3}\n"
                   "models: {single: {file: single.fake, batching: {max_batch: 3}}, double: {file: double.fake}}\n")
        server.process.send_signal(signal.SIGHUP)
        self.wait_until(lambda: "models reloaded" in server.errors())
        self.assertEqual((self.factor(server), self.factor(server, "double")), (2, 5))
        self.assertEqual(server.json("GET", "/v2/models/single/config")[1]["max_batch_size"], 3)
        self.assertRegex(server.errors(), "need a restart.*http")
        metadata = [server.json("GET", f"/v2/models/{name}") for name in ("m", "single", "double")]
        with Server("-c", str(self.folder / "crossdock.yaml")) as fresh:
            self.assertEqual([fresh.json("GET", f"/v2/models/{name}") for name in ("m", "single", "double")], metadata)

    def test_a_wrong_configuration_at_a_sighup_changes_nothing(self):
        server = self.serve()
        self.write("crossdock.yaml", "modles: {}\n")
        server.process.send_signal(signal.SIGHUP)
        self.wait_until(lambda: "not reloaded" in server.errors())
        self.assertEqual(self.factor(server), 1)

    def test_clients_load_and_unload_over_both_protocols(self):
        server = self.serve()
        for protocol in PROTOCOLS:
            over = protocol(server)
            with self.subTest(protocol=over.name):
                over.client.unload_model("m")
                self.assertFalse(over.client.is_model_ready("m"))
                self.assertFalse(over.client.is_server_ready())
                self.assertEqual(self.index(server)["m", "1"]["state"], "UNAVAILABLE")
                self.assertEqual(self.index(server)["m", "1"]["reason"], "unloaded")
                self.assertEqual(self.factor(server), "unavailable")
                over.client.load_model("m")
                self.assertTrue(over.client.is_server_ready())
                self.assertEqual(self.factor(server), 1)
                with self.assertRaisesRegex(Exception, "ghost"):
                    over.client.load_model("ghost")
                with self.assertRaisesRegex(Exception, "ghost"):
                    over.client.unload_model("ghost")

    def test_a_version_that_would_break_clients_is_refused_by_the_ports_name(self):
        server = self.serve()
        self.write("models/m/2/model.fake", "input x FP32 -1,4\noutput z FP32 -1,4\n")
        for protocol in PROTOCOLS:
            over = protocol(server)
            with self.subTest(protocol=over.name), self.assertRaisesRegex(Exception, 'output "y" is missing'):
                over.client.load_model("m")
        self.assertEqual(self.factor(server), 1)
        self.assertIn("allowed_changes", self.index(server)["m", "2"]["reason"])

    def test_nothing_is_lost_or_mixed_up_while_versions_are_swapped(self):
        repository = Repository(self.models)
        repository.put(1)
        server = self.serve()
        with Clients(server) as seen:
            for number in range(2, 22):
                swap(server, repository, seen, number)
                self.wait_until(lambda: seen.by_version[str(number)] >= 10 or seen.lost)
        self.assertEqual((seen.lost, seen.wrong), ([], []))
        self.assertEqual(set(seen.by_version), {str(number) for number in range(1, 22)})

    def test_a_stop_while_a_model_loads_ends_in_seconds(self):
        server = self.serve(watch_ms=50)
        self.write("models/slow.fake", FAKE.format(factor=1, us=50_000_000))
        self.wait_until(lambda: self.index(server).get(("slow", "1"), {}).get("state") == "LOADING")
        self.assertEqual(self.factor(server), 1)
        self.assertEqual(server.stop(seconds=30), 0)


if __name__ == "__main__":
    unittest.main()
