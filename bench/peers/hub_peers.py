"""The hub in all the forms that are compared: Crossdock as shipped, as a blocking server, and the same steps in Python."""
import pathlib
import tempfile

from peers import environment
from peers.crossdock_peer import Crossdock
from peers.peer import CORES, HERE, ROOT, Peer
from peers.process import Child, free_ports

SHIPPED = ROOT / "examples" / "hub" / "crossdock.yaml"
NOTHING = pathlib.Path()


class Hub(Crossdock):
    """`crossdock serve -c examples/hub/crossdock.yaml`, with some of its lines changed."""
    name = "Crossdock"
    changes: dict[str, str] = {}

    def __init__(self):
        super().__init__({}, NOTHING)

    def start(self):
        text = SHIPPED.read_text(encoding="utf-8").replace("file: ../../", f"file: {ROOT}/")
        for line, instead in self.changes.items():
            if line not in text:
                raise RuntimeError(f"{SHIPPED.relative_to(ROOT)} has no line with {line!r} any more")
            text = text.replace(line, instead)
        self.folder = tempfile.TemporaryDirectory(prefix="bench-hub-")
        config = pathlib.Path(self.folder.name) / "crossdock.yaml"
        config.write_text(text, encoding="utf-8")
        self.serve("-c", str(config))


class HubSameSteps(Hub):
    """Without the rescue of codes that the plain read missed, which the Python service does not do either."""
    name = "Crossdock, same steps"
    changes = {"rescue_deadline_ms: 250": "rescue_deadline_ms: 0"}


class BlockingHub(HubSameSteps):
    """One line a call, and decoding and codes on the thread that received the picture."""
    name = "Crossdock, blocking"
    changes = {**HubSameSteps.changes, "batching: { max_batch: 8 }": "batching: { mode: sync }",
               "batching: { max_batch: 1 }": "batching: { mode: sync, max_batch: 1 }",
               "scheduling:": "scheduling:\n  codes_on_receiving: true"}


class PythonHub(Peer):
    """One process with as many threads as cores."""
    name = "Python, threads"
    processes, threads = 1, CORES

    def __init__(self):
        super().__init__({}, NOTHING)

    @property
    def version(self) -> str:
        return ", ".join(f"{package} {environment.version_of('hub_python', package)}" for package in
                         ("fastapi", "uvicorn", "rapidocr-onnxruntime", "zxing-cpp", "opencv-python-headless"))

    @property
    def runtime_version(self) -> str:
        return environment.version_of("hub_python", "onnxruntime")

    def start(self):
        home = environment.install("hub_python")
        self.http_port, = free_ports(1)
        self.child = Child(self.name, [home / "bin" / "uvicorn", "hub_service:app", "--app-dir", HERE, "--port", self.http_port,
                                       "--workers", self.processes, "--no-access-log", "--log-level", "warning"],
                           {"HUB_THREADS": str(self.threads), "PYTHONDONTWRITEBYTECODE": "1"})
        self.pid = self.child.pid
        self.child.wait_ready(self.http_port, "/v2/health/ready")

    def stop(self):
        self.child.stop()


class PythonProcesses(PythonHub):
    """A process a core, each with one thread."""
    name = "Python, processes"
    processes, threads = CORES, 1
