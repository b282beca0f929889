#!/usr/bin/env python3
"""BentoML 1.4.39, in an environment of its own.

    bench/peers/bentoml_peer.py --check     installs it, starts it with yolox_nano, compares its answer with the engine's own
    bench/peers/bentoml_peer.py             the same, and keeps serving until Ctrl-C
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from peers import environment  # noqa: E402

if __name__ == "__main__":
    environment.run_in("clients")
from peers.peer import HERE, Peer, raw, run_alone  # noqa: E402
from peers.process import Child, free_ports  # noqa: E402


class BentoML(Peer):
    name = "BentoML"

    @property
    def version(self) -> str:
        return environment.version_of("bentoml", "bentoml")

    @property
    def runtime_version(self) -> str:
        return environment.version_of("bentoml", "onnxruntime")

    def start(self):
        home = environment.install("bentoml")
        self.http_port, = free_ports(1)
        self.child = Child(self.name, [home / "bin" / "bentoml", "serve", "bentoml_service:Detector", "--host", "127.0.0.1", "--port",
                                       self.http_port, "--working-dir", HERE],
                           {"BENCH_MODEL": str(self.model), "BENTOML_DO_NOT_TRACK": "1", "DO_NOT_TRACK": "1",
                            "PYTHONDONTWRITEBYTECODE": "1"})
        self.pid = self.child.pid
        self.child.wait_ready(self.http_port, "/readyz")

    def stop(self):
        self.child.stop()

    def call(self, array):
        return raw("/detect", self.scenario["expected"]["shape"], array)


if __name__ == "__main__":
    sys.exit(run_alone(BentoML, __doc__))
