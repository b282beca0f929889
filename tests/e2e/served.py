"""The built server as a process on free ports, for tests."""
import http.client
import json
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import threading

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = pathlib.Path(os.environ.get("CROSSDOCK_BUILD", ROOT / "build" / "release"))
BINARY = BUILD / "crossdock"
START_SECONDS = 180
DATA = ROOT.parent / "shared" / "data"


class Echo:
    """The front ends alone, in front of models that give back what they get (`net_identity_server`). A context manager."""

    def __enter__(self):
        self.process = subprocess.Popen([str(BUILD / "net_identity_server")], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)
        _, http_port, _, grpc_port = self.process.stdout.readline().split()
        self.http_port, self.grpc_port = int(http_port), int(grpc_port)
        return self

    def __exit__(self, *_):
        self.process.communicate(timeout=60)  # it ends with its standard input


class Folder:
    """A folder of these files, gone at the end, and servers that are started on its crossdock.yaml one after the other."""

    def __init__(self, files: dict[str, str]):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.temporary.name)
        for name, text in files.items():
            (self.folder / name).write_text(text)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.temporary.cleanup()

    def serve(self) -> "Server":
        return Server("-c", str(self.folder / "crossdock.yaml"))


class Server:
    """`crossdock serve` with the given arguments, ready when the constructor returns. Use as a context manager."""

    def __init__(self, *arguments: str, env: dict | None = None, cwd: str | None = None):
        command = [str(BINARY), "serve", *arguments, "--http-port", "0", "--grpc-port", "0"]
        self.log = tempfile.TemporaryFile(mode="w+")
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=self.log, text=True, env=env, cwd=cwd or str(ROOT))
        self.http_port = self.grpc_port = 0
        self.lines: list[str] = []
        watchdog = threading.Timer(START_SECONDS, self.process.kill)
        watchdog.start()
        try:
            for line in self.process.stdout:
                self.lines.append(line.rstrip())
                if match := re.search(r"http listening on \S+:(\d+)", line):
                    self.http_port = int(match.group(1))
                if match := re.search(r"grpc listening on \S+:(\d+)", line):
                    self.grpc_port = int(match.group(1))
                if "crossdock: ready" in line:
                    break
            else:
                raise RuntimeError(f"the server ended before it was ready ({self.process.wait()}):\n{self.errors()}")
        finally:
            watchdog.cancel()
        # What it prints later must not fill the pipe.
        threading.Thread(target=lambda: [None for _ in self.process.stdout], daemon=True).start()

    def errors(self) -> str:
        self.log.seek(0)
        return self.log.read()

    def stop(self, seconds: float = 30) -> int:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()
        self.process.stdout.close()
        self.log.close()

    def request(self, method: str, path: str, body: bytes | None = None, headers: dict | None = None, timeout: float = 60):
        """Status, headers and body of one HTTP exchange."""
        connection = http.client.HTTPConnection("127.0.0.1", self.http_port, timeout=timeout)
        try:
            connection.request(method, path, body=body, headers=headers or {})
            response = connection.getresponse()
            return response.status, dict(response.getheaders()), response.read()
        finally:
            connection.close()

    def json(self, method: str, path: str, body: bytes | None = None, headers: dict | None = None, timeout: float = 60):
        status, _, content = self.request(method, path, body, headers, timeout)
        return status, json.loads(content)
