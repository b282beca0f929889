#!/usr/bin/env python3
"""LitServe 0.2.19, in an environment of its own.

    bench/peers/litserve_peer.py --check     installs it, starts it with yolox_nano, compares its answer with the engine's own
    bench/peers/litserve_peer.py             the same, and keeps serving until Ctrl-C
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from peers import environment  # noqa: E402

if __name__ == "__main__":
    environment.run_in("clients")
from peers.peer import HERE, Peer, raw, run_alone  # noqa: E402
from peers.process import Child, free_ports  # noqa: E402


class LitServe(Peer):
    name = "LitServe"

    @property
    def version(self) -> str:
        return environment.version_of("litserve", "litserve")

    @property
    def runtime_version(self) -> str:
        return environment.version_of("litserve", "onnxruntime")

    def start(self):
        home = environment.install("litserve")
        self.http_port, = free_ports(1)
        self.child = Child(self.name, [home / "bin" / "python", HERE / "litserve_server.py", self.http_port],
                           {"BENCH_MODEL": str(self.model)})
        self.pid = self.child.pid
        self.child.wait_ready(self.http_port, "/health")

    def stop(self):
        self.child.stop()

    def call(self, array):
        return raw("/detect", self.scenario["expected"]["shape"], array)


if __name__ == "__main__":
    sys.exit(run_alone(LitServe, __doc__))
