#!/usr/bin/env python3
"""The whole hub, pictures in, codes and lines out: Crossdock against the same steps in a plain Python service, and against itself with
blocking steps.

    bench/hub_against_python.py                     about 35 minutes; writes bench/results/hub_against_python.json
    bench/hub_against_python.py --quick             whether it works, in three minutes
    bench/hub_against_python.py --clients 1,16 --what codes

The same drawn shift (crossdock-hub draw), the same models and library versions, one thread a call. Closed loop of 1 to 16 clients with
`crossdock load`. "Same steps" leaves out the rescue of codes, which the Python service does not have; "blocking" also decodes and reads codes on
the receiving threads and batches nothing. How much each reads right is counted before anything is timed. There and back again.
"""
import http.client
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from peers import environment  # noqa: E402

if __name__ == "__main__":
    environment.run_in("clients")
from measure import run  # noqa: E402
from measure.crossdock_load import Load, send  # noqa: E402
from peers.process import processor_seconds, resident_mib  # noqa: E402

SEED, PICTURES = 101, 24


def letters(text: str) -> str:
    return re.sub(r"[^0-9A-Za-z]", "", text)


def bare(text: str) -> str:
    return "".join(text.split())


def read(peer, picture: pathlib.Path) -> dict:
    connection = http.client.HTTPConnection("127.0.0.1", peer.http_port, timeout=120)
    try:
        connection.request("POST", "/v1/pipelines/parcel/jobs?text=true", picture.read_bytes(),
                           {"Content-Type": "image/jpeg", "Prefer": "wait=60"})
        response = connection.getresponse()
        content = response.read()
        if response.status != 200:
            raise RuntimeError(f"{peer.name} answered {response.status} to {picture.name}: {content[:300]!r}")
        return json.loads(content)
    finally:
        connection.close()


def count_right(peer, pictures: list[pathlib.Path]) -> dict:
    """Codes and lines whose text is that of the truth; where they lie is not compared."""
    counts = {"codes": 0, "codes_right": 0, "lines": 0, "lines_right": 0}
    for picture in pictures:
        truth = json.loads(picture.with_suffix(".json").read_text(encoding="utf-8"))
        answer = read(peer, picture)
        codes, lines = {letters(code["text"]) for code in answer["codes"]}, [bare(line["text"]) for line in answer["lines"]]
        counts["codes"] += len(truth["codes"])
        counts["codes_right"] += sum(letters(code["text"]) in codes for code in truth["codes"])
        for line in truth["lines"]:
            counts["lines"] += 1
            if (text := bare(line["text"])) in lines:
                counts["lines_right"] += 1
                lines.remove(text)
    if counts["lines_right"] < counts["lines"] / 2 or counts["codes_right"] < counts["codes"] / 2:
        raise RuntimeError(f"{peer.name} reads less than half of what there is ({counts}): nothing of it is timed")
    return counts


def measure(args, peer, pictures: pathlib.Path, text: bool, clients: int, seconds: float) -> dict:
    used = processor_seconds(peer.pid)
    report = send(args.build, peer.http_port, Load({"pictures": str(pictures), "text": text}, clients=clients), seconds,
                  warm_up=min(3, seconds / 2))
    used = processor_seconds(peer.pid) - used
    total = report["total"]
    return {"pictures_per_s": total["answered_per_s"], "latency_ms": total["latency_ms"], "ok": total["ok"], "failed": total["failed"],
            "refused": total["refused"], "processor_s_per_picture": used / max(1, total["answered_per_s"] * report["elapsed_seconds"]),
            "resident_mib": resident_mib(peer.pid)}


def middle(rows: list[dict], key: str) -> float:
    return statistics.median(row[key] for row in rows)


def main() -> int:
    parser = run.parser_for(__doc__, 15, 2)
    parser.add_argument("--clients", default="1,4,16")
    parser.add_argument("--what", default="codes,text", help="codes: bar codes alone; text: codes and lines [codes,text]")
    parser.add_argument("--only", default="", help="servers whose name holds this word, such as Python [all]")
    args = parser.parse_args()
    os.environ["CROSSDOCK_BUILD"] = str(args.build.resolve())
    from peers.hub_peers import BlockingHub, Hub, HubSameSteps, PythonHub, PythonProcesses
    candidates = [peer for peer in (Hub(), HubSameSteps(), BlockingHub(), PythonHub(), PythonProcesses()) if args.only in peer.name]
    if not candidates:
        parser.error(f"--only: no server's name holds {args.only!r}")
    seconds, rounds, count = (2, 1, 3) if args.quick else (args.seconds, args.rounds, PICTURES)
    clients = [int(word) for word in args.clients.split(",")]
    cells: dict[str, dict[str, list]] = {}
    facts: dict[str, dict] = {}
    with tempfile.TemporaryDirectory(prefix="bench-shift-") as folder:
        pictures = pathlib.Path(folder)
        subprocess.run([args.build / "crossdock-hub", "draw", "--seed", str(SEED), "--count", str(count), "--out", pictures], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for number, peer in run.there_and_back(candidates, rounds):
            with peer:
                if peer.name not in facts:
                    right = count_right(peer, sorted(pictures.glob("*.jpg")))
                    facts[peer.name] = {"version": peer.version, "runtime": peer.runtime_version, "right": right}
                for what in args.what.split(","):
                    for several in clients[:1] + clients[-1:] if args.quick else clients:
                        cell = measure(args, peer, pictures, what == "text", several, seconds)
                        cells.setdefault(f"{what} {several}", {}).setdefault(peer.name, []).append(cell)
                        run.say(f"round {number + 1}, {what}, {several} clients, {peer.name}: {cell['pictures_per_s']:.1f} pictures/s")
    rows = []
    for name, cell in cells.items():
        for who, one in cell.items():
            rows.append([f"{name}, {who}", run.spread([r["pictures_per_s"] for r in one]), run.spread([r["latency_ms"]["p50"] for r in one]),
                         run.spread([r["latency_ms"]["p99"] for r in one]), f"{middle(one, 'processor_s_per_picture'):.3f}",
                         sum(r["failed"] + r["refused"] for r in one), f"{middle(one, 'resident_mib'):.0f}",
                         f"{middle(cell[HubSameSteps.name], 'pictures_per_s') / max(1e-9, middle(one, 'pictures_per_s')):.2f}"
                         if HubSameSteps.name in cell else "-"])
    print(run.table(["what, clients, server", "pictures/s", "P50 ms", "P99 ms", "cpu s/picture", "failed", "MiB", "ours by it"], rows))
    for name, fact in facts.items():
        right = fact["right"]
        print(f"{name} ({fact['version']}; ONNX Runtime {fact['runtime']}): {right['codes_right']} of {right['codes']} codes, "
              f"{right['lines_right']} of {right['lines']} lines right")
    run.save(args, "hub_against_python", {"seed": SEED, "pictures": count, "seconds": seconds, "servers": facts, "cells": cells})
    return 0


if __name__ == "__main__":
    sys.exit(main())
