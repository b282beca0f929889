#!/usr/bin/env python3
"""Crossdock itself, from a build folder (CROSSDOCK_BUILD, else build/release), as the comparisons start it.

    bench/peers/crossdock_peer.py --check     starts it with yolox_nano, compares its answer with the engine's own
    bench/peers/crossdock_peer.py             the same, and keeps serving until Ctrl-C
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from peers import environment  # noqa: E402

if __name__ == "__main__":
    environment.run_in("clients")
sys.path.insert(0, str(environment.ROOT / "tests" / "e2e"))
import served  # noqa: E402
from peers.peer import Peer, binary_v2, run_alone  # noqa: E402


class Crossdock(Peer):
    """The model alone in a folder, every setting at its default."""
    name = "Crossdock"

    @property
    def version(self) -> str:
        said = subprocess.run([served.BINARY, "version", "--json"], capture_output=True, text=True, check=True)
        return json.loads(said.stdout)["version"]

    @property
    def runtime_version(self) -> str:
        """By the library that the process has opened; it must be running."""
        opened = re.search(r"libonnxruntime\.so\.(\d+\.\d+\.\d+)", pathlib.Path(f"/proc/{self.pid}/maps").read_text())
        return opened.group(1) if opened else ""

    def start(self):
        self.folder = tempfile.TemporaryDirectory(prefix="bench-crossdock-")
        (pathlib.Path(self.folder.name) / self.model.name).symlink_to(self.model)
        self.serve("--models", self.folder.name)

    def serve(self, *arguments: str):
        self.server = served.Server(*arguments)
        self.http_port, self.grpc_port, self.pid = self.server.http_port, self.server.grpc_port, self.server.process.pid

    def stop(self):
        self.server.__exit__()
        self.folder.cleanup()

    def call(self, array):
        return binary_v2(self.model.stem, self.scenario["input"]["name"], self.scenario["output"]["name"], array)


if __name__ == "__main__":
    sys.exit(run_alone(Crossdock, __doc__))
