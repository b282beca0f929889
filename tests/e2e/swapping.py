"""A model whose versions are swapped while clients ask it, over HTTP and gRPC: for the end-to-end test and for bench/swap_under_load.py.

Version n multiplies its input by n. No input is sent twice, so an answer tells which version gave it and to whose question.
"""
import collections
import http.client
import json
import pathlib
import shutil
import threading
import time

import numpy
import onnx
import tritonclient.grpc as grpcclient
from onnx import TensorProto, helper, numpy_helper

NAME = "swapped"
COLUMNS = 4
LARGEST = 16_000  # times a thousand versions a float32 still holds it exactly


class Repository:
    """Its folder, and how a careful operator puts a version into it: written aside, then renamed."""

    def __init__(self, folder: pathlib.Path, weights: int = 256):
        self.folder, self.weights = folder / NAME, weights
        self.folder.mkdir(parents=True, exist_ok=True)

    def put(self, number: int):
        """x [n, 4] @ number * [I 0] @ [I 0]^T: the size of the file is in the zeros."""
        first = numpy.zeros([COLUMNS, self.weights], numpy.float32)
        first[:, :COLUMNS] = number * numpy.eye(COLUMNS)
        second = numpy.zeros([self.weights, COLUMNS], numpy.float32)
        second[:COLUMNS] = numpy.eye(COLUMNS)
        nodes = [helper.make_node("MatMul", ["x", "first"], ["between"]), helper.make_node("MatMul", ["between", "second"], ["y"])]
        graph = helper.make_graph(
            nodes, NAME, [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["n", COLUMNS])],
            [helper.make_tensor_value_info("y", TensorProto.FLOAT, ["n", COLUMNS])],
            [numpy_helper.from_array(first, "first"), numpy_helper.from_array(second, "second")])
        aside = self.folder / f".{number}"
        aside.mkdir()
        onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 16)], ir_version=8), str(aside / "model.onnx"))
        aside.rename(self.folder / str(number))

    def remove(self, number: int):
        shutil.rmtree(self.folder / str(number), ignore_errors=True)


class Questions:
    """Different rows for every request of every client."""

    def __init__(self):
        self.lock, self.next = threading.Lock(), 0

    def row(self) -> list[int]:
        with self.lock:
            self.next = (self.next + 1) % (LARGEST - COLUMNS)
            return [self.next + column for column in range(COLUMNS)]


class Seen:
    """What all clients saw. `loading` is set by who swaps, to tell the latencies apart."""

    def __init__(self):
        self.lock = threading.Lock()
        self.lost: list[str] = []
        self.wrong: list[str] = []
        self.by_version: collections.Counter = collections.Counter()
        self.seconds: dict[bool, list[float]] = {False: [], True: []}
        self.loading = False

    def answered(self, row: list[int], version: str, values: list[float], seconds: float, loading: bool):
        with self.lock:
            self.by_version[version] += 1
            self.seconds[loading].append(seconds)
            if [float(version) * value for value in row] != list(values):
                self.wrong.append(f"{row} to version {version}: {values}")

    def failed(self, what: str):
        with self.lock:
            self.lost.append(what)

    @property
    def answers(self) -> int:
        return sum(self.by_version.values())


def ask_http(port: int, row: list[int], keep: dict) -> tuple[str, list[float]]:
    if "http" not in keep:
        keep["http"] = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection = keep["http"]
    body = {"inputs": [{"name": "x", "datatype": "FP32", "shape": [1, COLUMNS], "data": row}]}
    connection.request("POST", f"/v2/models/{NAME}/infer", json.dumps(body))
    response = connection.getresponse()
    text = response.read()
    if response.status != 200:
        raise RuntimeError(f"{response.status} {text!r}")
    answer = json.loads(text)
    return answer["model_version"], answer["outputs"][0]["data"]


def ask_grpc(port: int, row: list[int], keep: dict) -> tuple[str, list[float]]:
    if "grpc" not in keep:
        keep["grpc"] = grpcclient.InferenceServerClient(f"127.0.0.1:{port}")
    x = grpcclient.InferInput("x", [1, COLUMNS], "FP32").set_data_from_numpy(numpy.array([row], numpy.float32))
    result = keep["grpc"].infer(NAME, [x])
    return result.get_response().model_version, result.as_numpy("y")[0].tolist()


class Clients:
    """Threads that ask without a pause, half of them over gRPC. A context manager."""

    def __init__(self, server, count: int = 4):
        self.seen, self.questions, self.stop = Seen(), Questions(), threading.Event()
        doors = [(ask_http, server.http_port), (ask_grpc, server.grpc_port)]
        self.threads = [threading.Thread(target=self.run, args=doors[i % 2]) for i in range(count)]

    def run(self, ask, port: int):
        keep: dict = {}
        while not self.stop.is_set():
            row, loading, begun = self.questions.row(), self.seen.loading, time.perf_counter()
            try:
                version, values = ask(port, row, keep)
            except Exception as error:  # noqa: BLE001: whatever it is, an answer is missing
                self.seen.failed(f"{ask.__name__}: {error}")
                keep.clear()
                continue
            self.seen.answered(row, version, values, time.perf_counter() - begun, loading or self.seen.loading)

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self.seen

    def __exit__(self, *_):
        self.stop.set()
        for thread in self.threads:
            thread.join()


def swap(server, repository: Repository, seen: Seen, number: int):
    """Version `number` takes over from the one before, by a client's order."""
    repository.put(number)
    seen.loading = True
    status, answer = server.json("POST", f"/v2/repository/models/{NAME}/load", b"{}", timeout=300)
    seen.loading = False
    if status != 200:
        raise RuntimeError(f"version {number}: {answer}")
    repository.remove(number - 1)
