"""The bare Boost.Beast server of bench/bare_server.cc: nothing but reading requests and writing bytes that were made before."""
import subprocess

from peers.crossdock_peer import served
from peers.peer import Peer


class Bare(Peer):
    name = "bare Beast server"
    version = runtime_version = ""

    def start(self):
        self.process = subprocess.Popen([served.BUILD / "bench_bare_server"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.http_port, self.pid = int(self.process.stdout.readline().split()[1]), self.process.pid

    def stop(self):
        self.process.communicate(timeout=20)  # it ends with its standard input

    def call(self, array):
        raise NotImplementedError("it computes nothing")
