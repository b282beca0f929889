#!/usr/bin/env python3
"""Triton Inference Server 2.51, processor alone, out of the wheel of nvidia-pytriton 0.7.0.

    bench/peers/triton_peer.py --check     installs it, starts it with yolox_nano, compares its answer with the engine's own
    bench/peers/triton_peer.py             the same, and keeps serving until Ctrl-C

The wheel holds the server, its Python backend and its local cache, but no backend for ONNX Runtime: the net runs in the Python backend, in
as many processes as cores, with the same ONNX Runtime as ours.
"""
import os
import pathlib
import shutil
import sys
import sysconfig
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from peers import environment  # noqa: E402

if __name__ == "__main__":
    environment.run_in("clients")
from peers.peer import HERE, Peer, binary_v2, run_alone  # noqa: E402
from peers.process import Child, free_ports  # noqa: E402

CACHE_BYTES = 64 << 20


class Triton(Peer):
    name = "Triton"
    served = ("yolox_nano",)  # of triton_models/
    cache = False

    @property
    def version(self) -> str:
        return f"2.51.0 (nvidia-pytriton {environment.version_of('triton', 'nvidia-pytriton')})"

    @property
    def runtime_version(self) -> str:
        return environment.version_of("triton", "onnxruntime")

    def start(self):
        home = environment.install("triton")
        site = environment.site_packages("triton")
        server = site / "pytriton" / "tritonserver"
        self.folder = tempfile.TemporaryDirectory(prefix="bench-triton-")
        folder = pathlib.Path(self.folder.name)
        for model in self.served:
            shutil.copytree(HERE / "triton_models" / model, folder / "models" / model)
        # The backend wants its stub beside it; the wheel keeps one for each Python elsewhere.
        backend = folder / "backends" / "python"
        shutil.copytree(server / "backends" / "python", backend)
        release = "%d.%d" % sys.version_info[:2]
        shutil.copy(server / "python_backend_stubs" / release / "triton_python_backend_stub", backend)
        self.http_port, self.grpc_port = free_ports(2)
        libraries = [sysconfig.get_config_var("LIBDIR") or "", str(site / "nvidia_pytriton.libs")]
        cache = [f"--cache-config=local,size={CACHE_BYTES}", f"--cache-directory={server / 'caches'}"] if self.cache else []
        self.child = Child(self.name, [
            server / "bin" / "tritonserver", f"--model-repository={folder / 'models'}", f"--backend-directory={folder / 'backends'}",
            f"--http-port={self.http_port}", "--http-address=127.0.0.1", f"--grpc-port={self.grpc_port}", "--grpc-address=127.0.0.1",
            "--allow-metrics=false", "--log-info=false", *cache,
        ], {"LD_LIBRARY_PATH": ":".join(libraries), "PATH": f"{home / 'bin'}:{os.environ['PATH']}", "VIRTUAL_ENV": str(home),
            "PYTHONPATH": str(site), "BENCH_MODEL": str(self.model)})
        self.pid = self.child.pid
        self.child.wait_ready(self.http_port, "/v2/health/ready")

    def stop(self):
        self.child.stop()
        self.folder.cleanup()

    def call(self, array):
        return binary_v2("yolox_nano", "images", "output", array)


class CachedTriton(Triton):
    """The path on which Triton answers out of its response cache: HTTP or gRPC, a look-up, and nothing behind it."""
    name = "Triton, cache hit"
    served = ("identity",)
    cache = True


if __name__ == "__main__":
    sys.exit(run_alone(Triton, __doc__))
