"""/openapi.json: it is what the router serves, and a client that knows nothing but it finds no surprises."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

import make_models
from test_jobs import Hub

SCHEMATHESIS = pathlib.Path(sys.prefix) / "bin" / "schemathesis"
EXAMPLES = 15  # of each operation and phase
LIMIT_S = 400
# 5xx that are a refusal which the document names: an extension that is not served, no room or not ready, a deadline of a microsecond.
SETTINGS = """
[checks]
not_a_server_error.expected-statuses = ["2xx", "4xx", 501, 503, 504]

[[operations]]
include-path = "/v2/models/{model}/infer"
parameters = { "path.model" = "fixed" }

[[operations]]
include-path = "/v2/models/{model}/config"
parameters = { "path.model" = "rows" }
"""


class OpenApi(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        hub = cls.enterClassContext(Hub())
        (hub.folder / "models").mkdir()
        make_models.make_all(hub.folder / "models")
        with (hub.folder / "crossdock.yaml").open("a") as configuration:
            configuration.write("model_repository: models\n")
        cls.server = cls.enterClassContext(hub.serve())
        status, cls.document = cls.server.json("GET", "/openapi.json")
        assert status == 200

    def test_paths_and_methods_are_those_of_the_router(self):
        for path, methods in self.document["paths"].items():
            concrete = path.replace("{", "").replace("}", "")
            status, headers, _ = self.server.request("OPTIONS", concrete)
            self.assertEqual(status, 204, path)
            served = set(headers["Allow"].split(", ")) - {"HEAD"}
            self.assertLessEqual({m.upper() for m in methods}, served, path)
            if "{" in path:  # one that is spelled out may fit a path with open parts too, whose methods are then listed with its own
                self.assertEqual({m.upper() for m in methods}, served, path)

    def test_every_route_that_is_counted_is_described(self):
        self.server.request("GET", "/metrics")
        text = self.server.request("GET", "/metrics")[2].decode()
        routes = {line.split('route="')[1].split('"')[0] for line in text.splitlines()
                  if line.startswith("crossdock_http_request_duration_seconds_count")} - {"none"}
        self.assertEqual(routes, set(self.document["paths"]))

    @unittest.skipUnless(SCHEMATHESIS.exists(), "needs schemathesis (tools/setup --tests)")
    def test_schemathesis_finds_no_5xx_and_nothing_undocumented(self):
        command = [str(SCHEMATHESIS), "run", f"http://127.0.0.1:{self.server.http_port}/openapi.json",
                   "--checks", "not_a_server_error,status_code_conformance,content_type_conformance,"
                               "response_headers_conformance,response_schema_conformance,unsupported_method",
                   "--max-examples", str(EXAMPLES), "--seed", "7", "--generation-deterministic", "--no-color",
                   "--request-timeout", "30"]
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "schemathesis.toml").write_text(SETTINGS)
            run = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=LIMIT_S)
        self.assertEqual(run.returncode, 0, run.stdout[-6000:] + run.stderr[-2000:])


if __name__ == "__main__":
    unittest.main()
