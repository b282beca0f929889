#!/usr/bin/env python3
"""MLServer 1.7.1, in an environment of its own.

    bench/peers/mlserver_peer.py --check     installs it, starts it with yolox_nano, compares its answer with the engine's own
    bench/peers/mlserver_peer.py             the same, and keeps serving until Ctrl-C
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from peers import environment  # noqa: E402

if __name__ == "__main__":
    environment.run_in("clients")
from peers.peer import HERE, Peer, raw, run_alone  # noqa: E402
from peers.process import Child, free_ports  # noqa: E402


class MLServer(Peer):
    name = "MLServer"

    @property
    def version(self) -> str:
        return environment.version_of("mlserver", "mlserver")

    @property
    def runtime_version(self) -> str:
        return environment.version_of("mlserver", "onnxruntime")

    def start(self):
        home = environment.install("mlserver")
        self.http_port, self.grpc_port, metrics = free_ports(3)
        self.child = Child(self.name, [home / "bin" / "mlserver", "start", HERE / "mlserver_model"], {
            "BENCH_MODEL": str(self.model), "PATH": f"{home / 'bin'}:/usr/bin:/bin", "MLSERVER_HTTP_PORT": str(self.http_port),
            "MLSERVER_GRPC_PORT": str(self.grpc_port), "MLSERVER_METRICS_PORT": str(metrics), "PYTHONDONTWRITEBYTECODE": "1",
        })
        self.pid = self.child.pid
        self.child.wait_ready(self.http_port, "/v2/health/ready")

    def stop(self):
        self.child.stop()

    def call(self, array):
        return raw("/detect", self.scenario["expected"]["shape"], array)


if __name__ == "__main__":
    sys.exit(run_alone(MLServer, __doc__))
