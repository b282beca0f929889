#!/usr/bin/env python3
"""Three load generators at the same target with the same load: `crossdock load`, perf_analyzer 2.48 and k6 1.1.

    bench/load_generators.py                  about 8 minutes; writes bench/results/load_generators.json
    bench/load_generators.py --quick          whether it works, in a minute

The target is Crossdock before a fake model whose call takes 5 ms and no processor, two at once. Closed loops of 1 and 4 clients, and an open
loop of 100 a second in equal gaps, below what the target can do: there all three count from about the same moment. (Above it they
must differ: perf_analyzer and k6 count from the actual sending, `crossdock load` from when a request was due.) There and back again.
"""
import os
import pathlib
import shutil
import statistics
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from peers import environment  # noqa: E402

if __name__ == "__main__":
    environment.run_in("clients")
import numpy  # noqa: E402

from measure import k6, perf_analyzer, run  # noqa: E402
from measure.crossdock_load import Load, send, stream_of  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
MODEL = "load_target"
WITHIN = 0.05
POINTS = [{"clients": 1}, {"clients": 4}, {"rate": 100}]


class OurLoad:
    name = "crossdock load"

    def __init__(self, build: pathlib.Path, folder: pathlib.Path):
        self.build, self.folder = build, folder

    def measure(self, target, call, point: dict, seconds: float) -> dict:
        load = Load(stream_of(call, self.folder), rate=point.get("rate", 0), clients=point.get("clients", 0), arrivals="constant")
        report = send(self.build, target.http_port, load, seconds, warm_up=0)
        latency = report["total"]["latency_ms"]
        return {"per_second": report["total"]["answered_per_s"], **{f"{q}_us": 1000 * latency[q] for q in ("p50", "p95", "p99")}}


class PerfAnalyzer:
    name = "perf_analyzer"

    def measure(self, target, call, point: dict, seconds: float) -> dict:
        return perf_analyzer.measure("http", target.http_port, MODEL, seconds, point.get("clients", 0), point.get("rate", 0), "x:4,16")


class K6:
    name = "k6"

    def measure(self, target, call, point: dict, seconds: float) -> dict:
        return k6.measure(target.http_port, call, seconds, point.get("clients", 0), point.get("rate", 0))


def verdicts(cells: dict) -> list[tuple[str, float, str, bool]]:
    """How far `crossdock load` is from each of the others: rate and P50 of each round, the median of their ratios."""
    found = []
    for point, cell in cells.items():
        for other in ("perf_analyzer", "k6"):
            for key, what in (("per_second", "requests/s"), ("p50_us", "P50")):
                value = statistics.median(a[key] / b[key] for a, b in zip(cell["crossdock load"], cell[other]))
                found.append((f"{point}: {what}, by {other}'s", value, "0.95..1.05", abs(value - 1) <= WITHIN))
    return found


def main() -> int:
    parser = run.parser_for(__doc__, 10, 4)
    args = parser.parse_args()
    os.environ["CROSSDOCK_BUILD"] = str(args.build.resolve())
    from peers.crossdock_peer import Crossdock
    from peers.peer import binary_v2
    seconds, rounds = (2, 1) if args.quick else (args.seconds, args.rounds)
    cells: dict[str, dict[str, list]] = {}
    with tempfile.TemporaryDirectory(prefix="bench-load-target-") as folder, tempfile.TemporaryDirectory() as bodies:
        shutil.copy(HERE / f"{MODEL}.fake", folder)
        target = Crossdock({}, pathlib.Path())
        target.folder = tempfile.TemporaryDirectory()
        target.serve("--models", folder)
        try:
            call = binary_v2(MODEL, "x", "y", numpy.arange(64, dtype=numpy.float32).reshape(4, 16))
            if not numpy.array_equal(target.ask(call), numpy.arange(64, dtype=numpy.float32).reshape(4, 16)):
                raise RuntimeError("the target does not give back what it gets")
            generators = [OurLoad(args.build, pathlib.Path(bodies)), PerfAnalyzer(), K6()]
            for point in POINTS:
                name = f"{point['clients']} clients" if "clients" in point else f"{point['rate']}/s"
                cell = cells.setdefault(name, {generator.name: [] for generator in generators})
                for number, generator in run.there_and_back(generators, rounds):
                    cell[generator.name].append(generator.measure(target, call, point, seconds))
                    run.say(f"round {number + 1}, {name}, {generator.name}: {cell[generator.name][-1]['per_second']:.1f}/s")
        finally:
            target.stop()
    rows = [[f"{name}, {who}", run.spread([r["per_second"] for r in one]), *(run.spread([r[f"{q}_us"] / 1000 for r in one], 2) for q in
             ("p50", "p95", "p99"))] for name, cell in cells.items() for who, one in cell.items()]
    print(run.table(["load, generator", "requests/s", "P50 ms", "P95 ms", "P99 ms"], rows))
    judged = verdicts(cells)
    for what, value, bound, kept in judged:
        print(f"{what:44} {value:6.3f}   asked {bound}   {'as asked' if kept else 'NOT as asked'}")
    run.save(args, "load_generators", {"seconds": seconds, "cells": cells, "verdicts": judged})
    return 0


if __name__ == "__main__":
    sys.exit(main())
