#!/usr/bin/env python3
"""What an overload costs, and how soon it is over.

    bench/overload.py [--model FILE] [--seconds 30] [--times 2] [--slo CALLS] [--build build/release] [--baseline]

1. Peak: the capacity of the model through HTTP, a closed loop of 16 requests (`crossdock load`).
2. Overload: an open loop (Poisson) at 0.6 of the peak for 10 s, --times of it for --seconds, 0.6 again for 15 s, each request with a
   deadline of --slo calls. Goodput is what was answered in time, per second of the overload; recovery is the first second after it from which
   the P95 over all that was offered stays within its value before (the refused count as never).
3. Retries: the same with 1.5 of the peak for 10 s, and clients that come back up to five times when the server advises it.
--baseline runs 2 once more with scheduling.refuse_late off. Needs the Python of .deps/venv (tools/setup --tests). Exit status 1 if goodput
is below 90 % of the peak, or the recovery takes more than 1 s (2 s with retries).
"""
import argparse
import asyncio
import csv
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
VENV_PYTHON = ROOT / ".deps" / "venv" / "bin" / "python"
BEFORE, AFTER = 10.0, 15.0  # seconds


def load(build: pathlib.Path, port: int, scenario: dict, folder: str) -> tuple[dict, list[dict]]:
    """Runs `crossdock load`; its JSON, and a row for each request."""
    file, rows = pathlib.Path(folder) / "load.yaml", pathlib.Path(folder) / "load.csv"
    file.write_text(json.dumps({"address": f"127.0.0.1:{port}", **scenario}), encoding="utf-8")
    out = subprocess.run([build / "crossdock", "load", file, "--json", "-", "--csv", rows], capture_output=True, text=True)
    if not out.stdout:
        raise RuntimeError(out.stderr)
    with rows.open(encoding="utf-8") as lines:
        return json.loads(out.stdout[out.stdout.index("{"):]), list(csv.DictReader(lines))


def p95(latencies: list[float]) -> float:
    ordered = sorted(latencies)
    return ordered[min(len(ordered) - 1, len(ordered) * 95 // 100)] if ordered else float("inf")


class Run:
    """Requests as (moment of its first sending, latency in seconds or infinity, whether it was refused at once)."""

    def __init__(self, requests: list[tuple[float, float, bool]], slo: float, seconds: float):
        self.requests, self.slo, self.end = requests, slo, BEFORE + seconds

    def good(self, start: float, end: float) -> float:
        return sum(latency <= self.slo for at, latency, _ in self.requests if start <= at < end) / (end - start)

    def p95(self, start: float, end: float) -> float:
        return p95([latency for at, latency, _ in self.requests if start <= at < end])

    def recovery(self) -> float:
        """Half seconds after the overload until those that were sent from then on are as before."""
        normal = self.p95(2, BEFORE) * 1.2 + 0.005
        for halves in range(int(2 * AFTER) - 4):
            start = self.end + halves / 2
            if self.p95(start, self.end + AFTER) <= normal and self.p95(start, start + 1) <= normal:
                return halves / 2
        return float("inf")

    def print(self, name: str, peak: float):
        overload = [r for r in self.requests if BEFORE <= r[0] < self.end]
        refused = [r for r in overload if r[2]]
        late = [r for r in overload if not r[2] and r[1] > self.slo]
        goodput = self.good(BEFORE, self.end)
        print(f"{name:<22} goodput {goodput:7.1f}/s = {100 * goodput / peak:5.1f} % of the peak; of {len(overload)} offered "
              f"{len(refused)} refused, {len(late)} late or lost; P95 before {1000 * self.p95(2, BEFORE):.1f} ms, after "
              f"{1000 * self.p95(self.end + 1, self.end + AFTER):.1f} ms, normal again after {self.recovery():.1f} s")


def steps(peak: float, times: float, seconds: float) -> dict:
    return {"rate": 0.6 * peak, "steps": [{"at_seconds": BEFORE, "rate": times * peak},
                                          {"at_seconds": BEFORE + seconds, "rate": 0.6 * peak}]}


def overload(build, server, model: str, peak: float, times: float, seconds: float, slo: float, folder: str) -> Run:
    _, rows = load(build, server.http_port, {
        "seconds": BEFORE + seconds + AFTER, "connections": 2048,
        "streams": [{"model": model, "deadline_ms": int(1000 * slo), **steps(peak, times, seconds)}]}, folder)
    requests = []
    for row in rows:
        ok = row["status"] == "200"
        requests.append((float(row["intended_s"]), float(row["latency_ms"]) / 1000 if ok else float("inf"),
                         row["status"] in ("429", "503")))
    return Run(requests, slo, seconds)


async def retrying(port: int, path: str, head: bytes, body: bytes, peak: float, times: float, seconds: float, slo: float) -> Run:
    """Clients that come back as the server advises. A connection for each request under way, kept for the next."""
    requests: list[tuple[float, float, bool]] = []
    idle: list = []
    message = (f"POST {path} HTTP/1.1\r\nHost: x\r\nX-Crossdock-Deadline-Ms: {int(1000 * slo)}\r\n"
               f"Inference-Header-Content-Length: {len(head)}\r\nContent-Length: {len(head) + len(body)}\r\n\r\n").encode() + head + body

    async def once() -> tuple[int, float]:
        reader, writer = idle.pop() if idle else await asyncio.open_connection("127.0.0.1", port)
        writer.write(message)
        answer = await reader.readuntil(b"\r\n\r\n")
        fields = dict(line.split(b": ", 1) for line in answer.lower().split(b"\r\n")[1:] if b": " in line)
        content = await reader.readexactly(int(fields[b"content-length"]))
        if fields.get(b"connection") == b"close":
            writer.close()
        else:
            idle.append((reader, writer))
        status = int(answer[9:12])
        return status, json.loads(content).get("retry_after_ms", 0) / 1000 if status != 200 else 0

    async def client(due: float):
        for tries in range(6):
            status, advised = await once()
            now = time.monotonic() - start
            if status == 200:
                requests.append((due, now - due, False))
                return
            if tries == 5 or advised == 0:
                break
            await asyncio.sleep(advised)
        requests.append((due, float("inf"), status in (429, 503)))

    draw, due, tasks, start = random.Random(1), 0.0, [], time.monotonic()
    while due < BEFORE + seconds + AFTER:
        rate = peak * (times if BEFORE <= due < BEFORE + seconds else 0.6)
        await asyncio.sleep(max(0, start + due - time.monotonic()))
        tasks.append(asyncio.create_task(client(due)))
        due += draw.expovariate(rate)
    await asyncio.gather(*tasks)
    return Run(requests, slo + 5 * 2, seconds)  # who came back late was answered in time by its own deadline


def main() -> int:
    if VENV_PYTHON.exists() and pathlib.Path(sys.prefix) != VENV_PYTHON.parent.parent:
        os.execv(VENV_PYTHON, [str(VENV_PYTHON), *sys.argv])
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", default="bench/fixed_cost.fake")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--times", type=float, default=2)
    parser.add_argument("--slo", type=float, default=10, help="deadline of a request, in calls of the model")
    parser.add_argument("--build", default="build/release")
    parser.add_argument("--baseline", action="store_true")
    args = parser.parse_args()
    build, model = (ROOT / args.build).resolve(), (ROOT / args.model).resolve()
    os.environ["CROSSDOCK_BUILD"] = str(build)
    sys.path.insert(0, str(ROOT / "tests" / "e2e"))
    from served import Server

    good = True
    with tempfile.TemporaryDirectory() as folder:
        repository = pathlib.Path(folder) / "models"
        repository.mkdir()
        (repository / model.name).symlink_to(model)
        for refuse_late in (True, False) if args.baseline else (True,):
            config = pathlib.Path(folder) / "crossdock.yaml"
            config.write_text(json.dumps({"model_repository": str(repository), "scheduling": {"refuse_late": refuse_late}}),
                              encoding="utf-8")
            with Server("-c", str(config)) as server:
                closed = [{"model": model.stem, "concurrency": 1}]
                lone, _ = load(build, server.http_port, {"seconds": 3, "streams": closed}, folder)
                closed[0]["concurrency"] = 16
                full, _ = load(build, server.http_port, {"seconds": 8, "warm_up_seconds": 1, "streams": closed}, folder)
                call = lone["total"]["latency_ms"]["p50"] / 1000
                peak, slo = full["total"]["answered_per_s"], args.slo * call
                print(f"{model.name}: one call {1000 * call:.2f} ms, peak {peak:.1f}/s, deadline {1000 * slo:.0f} ms, refuse_late {refuse_late}")
                run = overload(build, server, model.stem, peak, args.times, args.seconds, slo, folder)
                run.print(f"{args.times:g} x for {args.seconds:g} s", peak)
                if not refuse_late:
                    continue
                good &= run.good(BEFORE, run.end) >= 0.9 * peak and run.recovery() <= 1
                port = server.json("GET", f"/v2/models/{model.stem}")[1]["inputs"][0]
                shape = [max(1, d) for d in port["shape"]]
                size = 4
                for dim in shape:
                    size *= dim
                head = json.dumps({"inputs": [{"name": port["name"], "datatype": "FP32", "shape": shape,
                                               "parameters": {"binary_data_size": size}}],
                                   "parameters": {"binary_data_output": True}}).encode()
                again = asyncio.run(retrying(server.http_port, f"/v2/models/{model.stem}/infer", head, bytes(size), peak, 1.5, 10, slo))
                again.print("1.5 x with retries", peak)
                good &= again.recovery() <= 2
                metrics = server.request("GET", "/metrics")[2].decode()
                print("\n".join(line for line in metrics.splitlines() if line.startswith("crossdock_refused")))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
