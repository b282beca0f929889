"""Who may ask: tokens, tenants, tiers, limits, over HTTP and gRPC, with clients that are not ours."""
import hashlib
import json
import pathlib
import subprocess
import tempfile
import threading
import unittest

import grpc

from served import ROOT, Server

MODEL = "input x FP32 -1,4\noutput y FP32 -1,4\ncompute identity\nbase_us 1000\n"
SLOW = "input x FP32 -1,4\noutput y FP32 -1,4\ncompute identity\nbase_us 300000\nslots 8\n"
BODY = json.dumps({"inputs": [{"name": "x", "datatype": "FP32", "shape": [1, 4], "data": [1, 2, 3, 4]}]}).encode()
JOBS = "/v1/pipelines/parcel/jobs"


def bearer(token: str, **more: str) -> dict:
    return {"Authorization": f"Bearer {token}", **more}


class Door:
    """A server that asks everybody who he is. A context manager."""

    def __init__(self, principals: dict, **access):
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name)
        (self.path / "models").mkdir()
        (self.path / "models" / "quick.fake").write_text(MODEL, encoding="utf-8")
        (self.path / "models" / "slow.fake").write_text(SLOW, encoding="utf-8")
        self.write(principals)
        (self.path / "crossdock.yaml").write_text(json.dumps({
            "model_repository": "models", "pipelines": {"parcel": {}}, "scheduling": {"slots": 8},
            "access": {"principals": "principals.yaml", "loopback": {"allowed": False}, **access}}), encoding="utf-8")
        self.server = Server("-c", str(self.path / "crossdock.yaml"))

    def write(self, principals: dict):
        entries = {tenant: {**entry, "tokens": [hashlib.sha256(t.encode()).hexdigest() for t in entry["tokens"]]}
                   for tenant, entry in principals.items()}
        (self.path / "principals.yaml").write_text(json.dumps({"principals": entries}), encoding="utf-8")

    def __enter__(self):
        return self.server

    def __exit__(self, *_):
        self.server.__exit__()
        self.folder.cleanup()


class Access(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.door = Door({"north": {"tokens": ["n-1", "n-2"]}, "south": {"tokens": ["s-1"], "tier": "batch"},
                         "boss": {"tokens": ["b-1"], "control": True},
                         "few": {"tokens": ["f-1"], "requests": 2, "mib": 1},
                         "rare": {"tokens": ["r-1"], "rate": 0.01}})
        cls.server = cls.door.server

    @classmethod
    def tearDownClass(cls):
        cls.door.__exit__()

    def infer(self, token: str, model: str = "quick", body: bytes = BODY):
        return self.server.json("POST", f"/v2/models/{model}/infer", body, bearer(token))

    def test_without_a_token_nobody_is_served_but_probes_are(self):
        status, headers, body = self.server.request("POST", "/v2/models/quick/infer", BODY)
        self.assertEqual((status, headers.get("WWW-Authenticate")), (401, "Bearer"))
        self.assertEqual(json.loads(body)["field"], "Authorization")
        for path in ("/v2", "/metrics", f"{JOBS}/any"):
            self.assertEqual(self.server.request("GET", path)[0], 401, path)
        for path in ("/v2/health/live", "/v2/health/ready", "/v2/models/quick/ready"):
            self.assertEqual(self.server.request("GET", path)[0], 200, path)

    def test_a_wrong_token_is_refused_and_written_nowhere(self):
        status, reply = self.infer("guessed-secret-7")
        self.assertEqual(status, 401)
        self.assertNotIn("guessed", json.dumps(reply))
        self.assertNotIn("guessed", self.server.errors())
        self.assertEqual(self.infer("n-1")[0], 200)
        self.assertEqual(self.infer("n-2")[0], 200)

    def test_a_large_body_of_a_stranger_is_not_read(self):
        status, _, _ = self.server.request("POST", "/v2/models/quick/infer", bytes(20 << 20), bearer("nobody"))
        self.assertEqual(status, 401)

    def test_jobs_are_seen_by_their_tenant_alone(self):
        status, job = self.server.json("POST", JOBS, b"no picture", bearer("n-1", **{"Content-Type": "image/png"}))
        self.assertEqual(status, 202, job)
        mine = f"{JOBS}/{job['id']}"
        self.assertEqual(self.server.json("GET", mine, headers=bearer("n-2"))[0], 200)
        self.assertEqual(self.server.json("GET", mine, headers=bearer("s-1"))[0], 404)
        self.assertEqual(self.server.json("DELETE", mine, headers=bearer("s-1"))[0], 404)
        self.assertEqual(self.server.json("GET", mine, headers=bearer("s-1", **{"X-Crossdock-Tenant": "north"}))[0], 403)

    def test_only_who_may_changes_the_server(self):
        load = "/v2/repository/models/quick/load"
        self.assertEqual(self.server.json("POST", load, b"{}", bearer("n-1"))[0], 403)
        self.assertEqual(self.server.json("POST", load, b"{}", bearer("b-1"))[0], 200)

    def test_a_principals_limits_are_its_own(self):
        status, reply = self.infer("f-1", body=bytes(2 << 20))
        self.assertEqual((status, reply["reason"]), (429, "quota"))
        threads, statuses = [], []
        for _ in range(8):
            threads.append(threading.Thread(target=lambda: statuses.append(self.infer("f-1", "slow")[0])))
            threads[-1].start()
        for thread in threads:
            thread.join()
        self.assertGreaterEqual(statuses.count(200), 2)
        self.assertGreaterEqual(statuses.count(429), 1)
        self.assertEqual(self.infer("f-1")[0], 200, "its places came back")
        self.assertEqual(self.infer("r-1")[0], 200)
        status, headers, body = self.server.request("POST", "/v2/models/quick/infer", BODY, bearer("r-1"))
        self.assertEqual(status, 429)
        self.assertGreaterEqual(int(headers["Retry-After"]), 1)
        self.assertGreater(json.loads(body)["retry_after_ms"], 0)
        metrics = self.server.request("GET", "/metrics", headers=bearer("n-1"))[2].decode()
        self.assertRegex(metrics, r'crossdock_refused_requests_total\{reason="quota"\} [1-9]')
        self.assertRegex(metrics, r'crossdock_refused_requests_total\{reason="unauthenticated"\} ')

    def test_grpc_asks_the_same(self):
        from tritonclient.grpc import service_pb2, service_pb2_grpc
        with grpc.insecure_channel(f"127.0.0.1:{self.server.grpc_port}") as channel:
            stub = service_pb2_grpc.GRPCInferenceServiceStub(channel)
            request = service_pb2.ModelInferRequest(model_name="quick")
            request.inputs.add(name="x", datatype="FP32", shape=[1, 4])
            request.raw_input_contents.append(bytes(16))

            def code(call, *arguments, token: str | None = None):
                try:
                    call(*arguments, metadata=[("authorization", f"Bearer {token}")] if token else [])
                except grpc.RpcError as error:
                    return error.code()
                return grpc.StatusCode.OK

            self.assertEqual(code(stub.ModelInfer, request), grpc.StatusCode.UNAUTHENTICATED)
            self.assertEqual(code(stub.ModelInfer, request, token="wrong"), grpc.StatusCode.UNAUTHENTICATED)
            self.assertEqual(code(stub.ModelInfer, request, token="n-1"), grpc.StatusCode.OK)
            self.assertEqual(code(stub.ServerMetadata, service_pb2.ServerMetadataRequest()), grpc.StatusCode.UNAUTHENTICATED)
            self.assertEqual(code(stub.ServerLive, service_pb2.ServerLiveRequest()), grpc.StatusCode.OK)
            load = service_pb2.RepositoryModelLoadRequest(model_name="quick")
            self.assertEqual(code(stub.RepositoryModelLoad, load, token="n-1"), grpc.StatusCode.PERMISSION_DENIED)
            self.assertEqual(code(stub.RepositoryModelLoad, load, token="b-1"), grpc.StatusCode.OK)
            self.assertEqual(code(stub.ModelInfer, request, token="r-1") in
                             (grpc.StatusCode.OK, grpc.StatusCode.RESOURCE_EXHAUSTED), True)


class Changes(unittest.TestCase):
    def test_a_higher_tier_is_lowered_or_refused(self):
        headers = bearer("s", **{"X-Crossdock-Tier": "critical"})
        with Door({"south": {"tokens": ["s"], "tier": "batch"}}) as server:
            self.assertEqual(server.json("POST", "/v2/models/quick/infer", BODY, headers)[0], 200)
        with Door({"south": {"tokens": ["s"], "tier": "batch"}}, above_tier="refuse") as server:
            status, reply = server.json("POST", "/v2/models/quick/infer", BODY, headers)
            self.assertEqual((status, reply["field"]), (403, "tier"))

    def test_tokens_are_changed_while_it_runs_and_a_broken_file_changes_nothing(self):
        door = Door({"boss": {"tokens": ["old"], "control": True}})
        with door as server:
            (door.path / "principals.yaml").write_text("principals: [", encoding="utf-8")
            self.assertEqual(server.json("POST", "/v1/access/reload", b"", bearer("old"))[0], 400)
            self.assertEqual(server.request("GET", "/v2", headers=bearer("old"))[0], 200)
            door.write({"boss": {"tokens": ["new"], "control": True}})
            self.assertEqual(server.json("POST", "/v1/access/reload", b"", bearer("old"))[0], 200)
            self.assertEqual(server.request("GET", "/v2", headers=bearer("old"))[0], 401)
            self.assertEqual(server.request("GET", "/v2", headers=bearer("new"))[0], 200)

    def test_a_server_that_others_reach_does_not_start_without_asking_them(self):
        from served import BINARY
        done = subprocess.run([BINARY, "serve", "--models", str(ROOT / "bench"), "--host", "0.0.0.0", "--http-port", "0", "--grpc-port", "0"],
                              capture_output=True, text=True, timeout=60)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("access.principals", done.stderr)


if __name__ == "__main__":
    unittest.main()
