"""A peer as a child process: started in a session of its own, known by its id, stopped by its id; and what it and its children used."""
import http.client
import os
import pathlib
import signal
import socket
import subprocess
import tempfile
import time

TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


def free_ports(count: int) -> list[int]:
    """Ports of the loopback that are free now. All are held until the last is found, so that they differ."""
    sockets = [socket.socket() for _ in range(count)]
    try:
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]
    finally:
        for one in sockets:
            one.close()


def _stat(pid: int) -> list[str] | None:
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1].split()
    except (FileNotFoundError, ProcessLookupError):
        return None


def tree(pid: int) -> list[int]:
    """The process and everything that descends from it, now."""
    children: dict[int, list[int]] = {}
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit() and (stat := _stat(int(entry.name))):
            children.setdefault(int(stat[1]), []).append(int(entry.name))
    found, waiting = [], [pid]
    while waiting:
        one = waiting.pop()
        found.append(one)
        waiting += children.get(one, [])
    return found


def processor_seconds(pid: int) -> float:
    """Of the process and its descendants, user and system, with those of children that have ended."""
    stats = [stat for one in tree(pid) if (stat := _stat(one))]
    return sum(int(value) for stat in stats for value in stat[11:15]) / TICKS


def resident_mib(pid: int) -> float:
    """Resident memory of the process and its descendants; pages that they share count once each."""
    stats = [stat for one in tree(pid) if (stat := _stat(one))]
    return sum(int(stat[21]) for stat in stats) * PAGE / 2**20


def answers(port: int, path: str) -> bool:
    """Whether something answers 200 there."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", path)
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


class Child:
    def __init__(self, name: str, command: list, environment: dict | None = None, folder: str | None = None):
        self.name = name
        self.log = tempfile.TemporaryFile()
        self.process = subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log,
                                        cwd=folder, env={**os.environ, **(environment or {})}, start_new_session=True)
        self.pid = self.process.pid

    def said(self) -> str:
        self.log.seek(0)
        return self.log.read().decode("utf-8", errors="replace")

    def wait_ready(self, port: int, path: str, seconds: float = 120):
        until = time.monotonic() + seconds
        while not answers(port, path):
            if self.process.poll() is not None:
                raise RuntimeError(f"{self.name} ended before it was ready ({self.process.returncode}):\n{self.said()[-4000:]}")
            if time.monotonic() > until:
                said = self.said()[-4000:]
                self.stop()
                raise RuntimeError(f"{self.name} was not ready within {seconds:.0f} s:\n{said}")
            time.sleep(0.2)

    def stop(self, seconds: float = 20):
        """Asks it to end, then ends what is left of it and its descendants, each by its id."""
        whole = tree(self.pid) if self.process.poll() is None else []
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        for pid in whole[1:]:
            try:
                if os.getsid(pid) == self.pid:  # not another process that got the same id since
                    os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.log.close()
