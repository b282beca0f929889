"""What the comparisons know of a server: how it is installed, started on free ports, asked, and stopped."""
import argparse
import dataclasses
import http.client
import json
import os
import pathlib
import sys
from typing import Callable

import numpy

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
HERE = ROOT / "bench" / "peers"


@dataclasses.dataclass(frozen=True)
class Call:
    """What a client sends for one inference, and how it reads the answer."""
    path: str
    body: bytes
    content_type: str
    read: Callable[[bytes, dict], numpy.ndarray]
    headers: dict = dataclasses.field(default_factory=dict)


class Peer:
    """A server as a child process. A context manager: started and ready inside of it, stopped by its process id after."""
    name = ""
    http_port = 0
    grpc_port = 0
    pid = 0

    def __init__(self, scenario: dict, model: pathlib.Path):
        self.scenario, self.model = scenario, model

    @property
    def version(self) -> str:
        raise NotImplementedError

    @property
    def runtime_version(self) -> str:
        raise NotImplementedError

    def start(self):
        raise NotImplementedError

    def stop(self):
        raise NotImplementedError

    def call(self, array: numpy.ndarray) -> Call:
        raise NotImplementedError

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.stop()

    def ask(self, call: Call, timeout: float = 60) -> numpy.ndarray:
        connection = http.client.HTTPConnection("127.0.0.1", self.http_port, timeout=timeout)
        try:
            connection.request("POST", call.path, call.body, {"Content-Type": call.content_type, **call.headers})
            response = connection.getresponse()
            content = response.read()
            if response.status != 200:
                raise RuntimeError(f"{self.name} answered {response.status}: {content[:300]!r}")
            return call.read(content, {key.lower(): value for key, value in response.getheaders()})
        finally:
            connection.close()


def binary_v2(model: str, input_name: str, output_name: str, array: numpy.ndarray) -> Call:
    """A call of the Open Inference Protocol over HTTP with binary tensors both ways."""
    data = array.tobytes()
    head = json.dumps({"inputs": [{"name": input_name, "datatype": "FP32", "shape": list(array.shape),
                                   "parameters": {"binary_data_size": len(data)}}],
                       "outputs": [{"name": output_name, "parameters": {"binary_data": True}}]}).encode()

    def read(content: bytes, headers: dict) -> numpy.ndarray:
        length = int(headers["inference-header-content-length"])
        output = json.loads(content[:length])["outputs"][0]
        return numpy.frombuffer(content[length:], numpy.float32).reshape(output["shape"])

    return Call(f"/v2/models/{model}/infer", head + data, "application/octet-stream", read,
                {"Inference-Header-Content-Length": str(len(head))})


def raw(path: str, output_shape: list[int], array: numpy.ndarray) -> Call:
    """The bytes of the tensor as they are, both ways: the cheapest that a server of one's own can speak."""
    return Call(path, array.tobytes(), "application/octet-stream",
                lambda content, _: numpy.frombuffer(content, numpy.float32).reshape(output_shape))


def run_alone(kind: type[Peer], description: str) -> int:
    """The command line of a peer's script: starts it, says where it listens, and stops it at Ctrl-C or the end of standard input."""
    from measure.scenario import read_scenario
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenario", type=pathlib.Path, default=ROOT / "bench" / "scenarios" / "yolox_nano.json")
    parser.add_argument("--check", action="store_true", help="compare one answer with the engine's own, and end")
    args = parser.parse_args()
    scenario = read_scenario(args.scenario)
    with kind(scenario.data, scenario.model) as peer:
        print(f"{peer.name} {peer.version}, ONNX Runtime {peer.runtime_version}: http 127.0.0.1:{peer.http_port}, process {peer.pid}", flush=True)
        if args.check:
            difference = scenario.difference(peer.ask(peer.call(scenario.input())))
            print(f"largest difference from the engine's own answer: {difference:g}")
            return 0 if difference <= scenario.tolerance else 1
        try:
            sys.stdin.read()
        except KeyboardInterrupt:
            pass
    return 0


CORES = len(os.sched_getaffinity(0))
