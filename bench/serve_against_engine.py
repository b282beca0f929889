#!/usr/bin/env python3
"""Throughput of the server at saturation, through HTTP and gRPC with binary tensors, against the same engine and threads alone.

    bench/serve_against_engine.py [--model FILE] [--seconds 8] [--rounds 3] [--clients 4] [--build build/release]

One run holds everything, in the order A B B A (A: the engine alone; B: the server, HTTP then gRPC), so that a machine which changes
its speed changes it for both. R is the median of the rounds' ratios; R' takes the processor seconds C of the load generator out,
over a wall time W on n cores: R' = R n W / (n W - C). Needs the Python of .deps/venv (tools/setup --tests).
"""
import argparse
import http.client
import json
import os
import pathlib
import platform
import statistics
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
VENV_PYTHON = ROOT / ".deps" / "venv" / "bin" / "python"


def engine_alone(build: pathlib.Path, model: pathlib.Path, seconds: float) -> float:
    out = subprocess.run([build / "bench_engine_alone", model, str(seconds)], capture_output=True, text=True, check=True)
    return json.loads(out.stdout)["per_second"]


class HttpClient:
    def __init__(self, server, model: str, name: str, shape: list[int], data: bytes):
        head = json.dumps({"inputs": [{"name": name, "datatype": "FP32", "shape": shape,
                                       "parameters": {"binary_data_size": len(data)}}],
                           "parameters": {"binary_data_output": True}}).encode()
        self.body = head + data
        self.headers = {"Inference-Header-Content-Length": str(len(head)), "Content-Type": "application/octet-stream"}
        self.path = f"/v2/models/{model}/infer"
        self.connection = http.client.HTTPConnection("127.0.0.1", server.http_port)

    def call(self):
        self.connection.request("POST", self.path, self.body, self.headers)
        response = self.connection.getresponse()
        content = response.read()
        if response.status != 200:
            raise RuntimeError(content[:300])


class GrpcClient:
    def __init__(self, server, model: str, name: str, shape: list[int], data: bytes):
        import grpc
        from tritonclient.grpc import service_pb2, service_pb2_grpc
        size = [("grpc.max_receive_message_length", -1), ("grpc.max_send_message_length", -1)]
        self.channel = grpc.insecure_channel(f"127.0.0.1:{server.grpc_port}", options=size + [("grpc.use_local_subchannel_pool", 1)])
        self.stub = service_pb2_grpc.GRPCInferenceServiceStub(self.channel)
        self.request = service_pb2.ModelInferRequest(model_name=model)
        self.request.inputs.add(name=name, datatype="FP32", shape=shape)
        self.request.raw_input_contents.append(data)

    def call(self):
        self.stub.ModelInfer(self.request)


def saturate(kind, server, arguments, clients: int, seconds: float) -> tuple[float, float]:
    """Calls per second, and processor seconds of this process per second of wall time."""
    counts = [0] * clients
    gate = threading.Barrier(clients + 1)
    ends = [0.0]

    def run(index: int):
        client = kind(server, *arguments)
        client.call()
        gate.wait()
        while time.monotonic() < ends[0]:
            client.call()
            counts[index] += 1

    threads = [threading.Thread(target=run, args=(i,)) for i in range(clients)]
    for thread in threads:
        thread.start()
    ends[0] = time.monotonic() + seconds + 1  # until the last client has connected
    gate.wait()
    started, cpu = time.monotonic(), time.process_time()
    ends[0] = started + seconds
    for thread in threads:
        thread.join()
    took = time.monotonic() - started
    return sum(counts) / took, (time.process_time() - cpu) / took


def main() -> int:
    if VENV_PYTHON.exists() and pathlib.Path(sys.prefix) != VENV_PYTHON.parent.parent:
        os.execv(VENV_PYTHON, [str(VENV_PYTHON), *sys.argv])
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", default="../shared/data/models/yolox_nano.onnx")
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--clients", type=int, default=4)
    parser.add_argument("--build", default="build/release")
    args = parser.parse_args()
    if args.build == parser.get_default("build"):
        subprocess.run([ROOT / "tools" / "build", "release", "crossdock", "engines", "bench_engine_alone"], check=True,
                       stdout=subprocess.DEVNULL)
    build, model = (ROOT / args.build).resolve(), (ROOT / args.model).resolve()
    os.environ["CROSSDOCK_BUILD"] = str(build)
    sys.path.insert(0, str(ROOT / "tests" / "e2e"))
    from served import Server

    rows: dict[str, list[float]] = {"engine": [], "http": [], "grpc": []}
    cost: dict[str, list[float]] = {"http": [], "grpc": []}
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / model.name).symlink_to(model)
        with Server("--models", folder) as server:
            port = server.json("GET", f"/v2/models/{model.stem}")[1]["inputs"][0]
            shape = [max(1, d) for d in port["shape"]]
            size = 4
            for dim in shape:
                size *= dim
            arguments = (model.stem, port["name"], shape, bytes(size))
            kinds = {"http": HttpClient, "grpc": GrpcClient}
            for _ in range(args.rounds):
                before = engine_alone(build, model, args.seconds)
                for name, kind in kinds.items():
                    rate, cpu = saturate(kind, server, arguments, args.clients, args.seconds)
                    rows[name].append(rate)
                    cost[name].append(cpu)
                after = engine_alone(build, model, args.seconds)
                rows["engine"].append((before + after) / 2)
                print(f"  engine {before:.1f} and {after:.1f}/s, http {rows['http'][-1]:.1f}/s, grpc {rows['grpc'][-1]:.1f}/s", file=sys.stderr)
    cores = len(os.sched_getaffinity(0))
    print(f"{model.name}, {cores} cores, {platform.machine()}, {args.clients} clients, {args.rounds} rounds of {args.seconds:g} s")
    print(f"engine alone      {statistics.median(rows['engine']):7.1f}/s  ({min(rows['engine']):.1f} to {max(rows['engine']):.1f})")
    for name in ("http", "grpc"):
        ratios = [rate / engine for rate, engine in zip(rows[name], rows["engine"])]
        fair = [r * cores / (cores - c) for r, c in zip(ratios, cost[name])]
        print(f"{name:<17} {statistics.median(rows[name]):7.1f}/s  R {100 * statistics.median(ratios):5.1f} % "
              f"({100 * min(ratios):.1f} to {100 * max(ratios):.1f}), client's processor taken out {100 * statistics.median(fair):5.1f} %")
    return 0


if __name__ == "__main__":
    sys.exit(main())
