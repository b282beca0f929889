#!/usr/bin/env python3
"""A detector served by Crossdock and by four peers, side by side at the same offered loads.

    bench/side_by_side.py                     about 30 minutes; writes bench/results/side_by_side.json
    bench/side_by_side.py --quick             whether it works, in three minutes
    bench/side_by_side.py --peers Crossdock,Triton --loads 0.8,1.1 --seconds 30

Open loop (Poisson, the same moments for everybody) with `crossdock load`, at fractions of what Crossdock does at saturation, measured first
in the same run. Goodput counts answers within three calls of the engine alone, from the moment a request was due. One server runs at a
time, there and back again (A B C, C B A). Before anything is timed, an answer of each server is compared with the engine's own.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from peers import environment  # noqa: E402

if __name__ == "__main__":
    environment.run_in("clients")
from measure import run  # noqa: E402
from measure.run import middle  # noqa: E402
from measure.crossdock_load import Load, send, stream_of  # noqa: E402
from measure.scenario import read_scenario  # noqa: E402
from peers.process import processor_seconds, resident_mib  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
SATURATING_CLIENTS = 4


def servers(scenario, names: list[str]) -> list:
    from peers.bentoml_peer import BentoML
    from peers.crossdock_peer import Crossdock
    from peers.litserve_peer import LitServe
    from peers.mlserver_peer import MLServer
    from peers.triton_peer import Triton
    kinds = {kind.name: kind for kind in (Crossdock, Triton, MLServer, LitServe, BentoML)}
    for name in names:
        if name not in kinds:
            raise SystemExit(f"--peers: {name} is none of {', '.join(kinds)}")
    return [kinds[name](scenario.data, scenario.model) for name in names or kinds]


def engine_alone(build: pathlib.Path, scenario, seconds: float) -> dict:
    out = subprocess.run([build / "bench_engine_alone", scenario.model, str(seconds), "onnxruntime", str(scenario.data["threads"])],
                         capture_output=True, text=True, check=True)
    return json.loads(out.stdout)


def check(peer, scenario) -> float:
    difference = scenario.difference(peer.ask(peer.call(scenario.input())))
    if difference > scenario.tolerance:
        raise RuntimeError(f"{peer.name} answers otherwise than the engine, by {difference:g}: nothing of it is timed")
    return difference


def saturate(build, peer, stream: dict, seconds: float) -> float:
    report = send(build, peer.http_port, Load(stream, clients=SATURATING_CLIENTS), seconds, warm_up=min(2, seconds / 2))
    return report["total"]["answered_per_s"]


def offer(build, peer, stream: dict, scenario, rate: float, slo_ms: float, seconds: float) -> dict:
    used = processor_seconds(peer.pid)
    load = scenario.data["load"]
    report = send(build, peer.http_port, Load(stream, rate=rate, arrivals=load["arrivals"], seed=load["seed"], slo_ms=slo_ms), seconds,
                  warm_up=min(2, seconds / 2))
    total = report["total"]
    return {"offered_per_s": total["offered_per_s"], "good_per_s": total["good_per_s"], "answered_per_s": total["answered_per_s"],
            "sent": total["sent"], "refused": total["refused"], "failed": total["failed"], "latency_ms": total["latency_ms"],
            "valid": report["valid"], "problems": report["problems"],
            "processor_s_per_1000": 1000 * (processor_seconds(peer.pid) - used) / max(1, total["ok"]),
            "generator_processor_s": report["generator"]["processor_seconds"], "resident_mib": resident_mib(peer.pid)}


def verdicts(cells: dict) -> list[tuple[str, float, str, bool]]:
    """What row 3 asks for, where Crossdock and a peer were measured."""
    found = []
    for load, cell in cells.items():
        if "Crossdock" not in cell or len(cell) < 2:
            continue
        good = {name: middle(rows, "good_per_s") for name, rows in cell.items()}
        late = {name: middle(rows, "latency_ms", "p99") for name, rows in cell.items()}
        value = good["Crossdock"] / max(good.values())
        found.append((f"goodput at {load}, by the best", value, "0.99 or more", value >= 0.99))
        if float(load) >= 0.5:
            value = late["Crossdock"] / min(value for name, value in late.items() if name != "Crossdock")
            found.append((f"P99 at {load}, by the best peer's", value, "1 or less", value <= 1))
        if float(load) > 1:
            value = good["Crossdock"] / max(1e-9, max(value for name, value in good.items() if name != "Crossdock"))
            found.append((f"goodput at {load}, by the best peer's", value, "1.2 or more", value >= 1.2))
    return found


def main() -> int:
    parser = run.parser_for(__doc__, 30, 2)
    parser.add_argument("--scenario", type=pathlib.Path, default=HERE / "scenarios" / "yolox_nano.json")
    parser.add_argument("--peers", type=lambda text: text.split(","), default=[], help="of Crossdock,Triton,MLServer,LitServe,BentoML [all]")
    parser.add_argument("--loads", type=lambda text: [float(word) for word in text.split(",")], help="of our capacity [the scenario's]")
    args = parser.parse_args()
    os.environ["CROSSDOCK_BUILD"] = str(args.build.resolve())
    scenario = read_scenario(args.scenario)
    loads = args.loads or scenario.data["load"]["of_capacity"]
    seconds, rounds = (3, 1) if args.quick else (args.seconds, args.rounds)
    loads = [loads[0], loads[-1]] if args.quick and not args.loads else loads
    candidates = servers(scenario, args.peers)
    alone = engine_alone(args.build, scenario, min(8, seconds))
    slo_ms = scenario.data["load"]["slo_engine_calls"] * alone["p50_ms"]
    cells: dict[str, dict[str, list]] = {f"{load:g}": {peer.name: [] for peer in candidates} for load in loads}
    facts: dict[str, dict] = {}
    with tempfile.TemporaryDirectory(prefix="bench-bodies-") as folder:
        def stream(peer):
            return stream_of(peer.call(scenario.input()), pathlib.Path(folder))

        with servers(scenario, ["Crossdock"])[0] as ours:
            check(ours, scenario)
            capacity = saturate(args.build, ours, stream(ours), min(10, seconds))
        run.say(f"engine alone {alone['per_second']:.1f}/s, P50 {alone['p50_ms']:.2f} ms; Crossdock {capacity:.1f}/s; good is within {slo_ms:.1f} ms")
        for number, peer in run.there_and_back(candidates, rounds):
            with peer:
                difference = check(peer, scenario)
                top = saturate(args.build, peer, stream(peer), min(6, seconds))
                facts.setdefault(peer.name, {"version": peer.version, "runtime": peer.runtime_version, "difference": difference,
                                             "saturated_per_s": []})["saturated_per_s"].append(top)
                for load in loads:
                    cell = offer(args.build, peer, stream(peer), scenario, load * capacity, slo_ms, seconds)
                    cells[f"{load:g}"][peer.name].append(cell)
                    run.say(f"round {number + 1}, {peer.name} at {load:g}: good {cell['good_per_s']:.1f}/s, P99 {cell['latency_ms']['p99']:.1f} ms"
                            + ("" if cell["valid"] else f"; NOT VALID: {cell['problems']}"))
    rows = [[f"{load} {name}", f"{middle(one, 'offered_per_s'):.1f}", run.spread([r["good_per_s"] for r in one]),
             run.spread([r["latency_ms"]["p50"] for r in one]), run.spread([r["latency_ms"]["p99"] for r in one]),
             sum(r["refused"] for r in one), sum(r["failed"] for r in one), f"{middle(one, 'processor_s_per_1000'):.1f}",
             f"{middle(one, 'resident_mib'):.0f}"] for load, cell in cells.items() for name, one in cell.items()]
    print(run.table(["load, server", "offered/s", "good/s", "P50 ms", "P99 ms", "refused", "failed", "cpu s / 1,000", "MiB"], rows))
    for name, fact in facts.items():
        print(f"{name} {fact['version']}, ONNX Runtime {fact['runtime']}: at saturation {run.spread(fact['saturated_per_s'])}/s, "
              f"answers differ from the engine's by {fact['difference']:g}")
    judged = verdicts(cells)
    for what, value, bound, kept in judged:
        print(f"{what:44} {value:6.3f}   asked {bound:<12} {'as asked' if kept else 'NOT as asked'}")
    run.save(args, "side_by_side", {"scenario": args.scenario.name, "engine_alone": alone, "capacity_per_s": capacity, "slo_ms": slo_ms,
                                    "seconds": seconds, "servers": facts, "cells": cells, "verdicts": judged})
    return 0


if __name__ == "__main__":
    sys.exit(main())
