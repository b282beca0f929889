#!/usr/bin/env python3
"""Swaps versions of a model while clients ask it, and says what it cost them.

    bench/swap_under_load.py [--swaps 200] [--warm-up 100] [--clients 4] [--weights 131072] [--nice 19]
                             [--beside MODEL.onnx] [--build build/release] [--json FILE]

Starts `crossdock serve` on a new folder; version n of its model multiplies by n and has --weights rows of zeros beside that (32 bytes each). Each
swap writes the next version, lets a client load it and removes the one before; half of the clients ask over HTTP, half over gRPC.
Prints answers lost and answers of a wrong owner, the clients' latency while nothing loads and while something does, and the process's
memory: its growth per 100 swaps after the first --warm-up, as the slope of a line through what was seen after each swap.
--beside loads that model again and again in the place of swaps: what a long load costs the clients of another model.
Exit status 1 if an answer was lost or wrong, or memory grew by 1 % or more.
"""
import argparse
import json
import os
import pathlib
import shutil
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
VENV_PYTHON = ROOT / ".deps" / "venv" / "bin" / "python"


def memory_kib(pid: int) -> dict[str, int]:
    lines = (line.split() for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines())
    return {words[0][:-1]: int(words[1]) for words in lines if words[0] in ("VmRSS:", "RssAnon:")}


def slope(values: list[float]) -> float:
    """Of the least-squares line through (0, v0), (1, v1), …"""
    middle, mean = (len(values) - 1) / 2, sum(values) / len(values)
    spread = sum((i - middle) ** 2 for i in range(len(values)))
    return sum((i - middle) * (v - mean) for i, v in enumerate(values)) / spread if spread else 0.0


def quantiles(seconds: list[float]) -> dict:
    ordered = sorted(seconds)
    return {f"p{int(q * 100)}_ms": round(1000 * ordered[int(q * (len(ordered) - 1))], 2) if ordered else None
            for q in (.5, .95, .99)} | {"answers": len(ordered)}


def load_beside(server, seen, folder: pathlib.Path, model: pathlib.Path, number: int):
    """The same model as version `number`: all of its load, without a change to what is measured."""
    aside = folder / "beside" / f".{number}"
    aside.mkdir(parents=True)
    shutil.copy(model, aside / "model.onnx")
    aside.rename(folder / "beside" / str(number))
    seen.loading = True
    status, answer = server.json("POST", "/v2/repository/models/beside/load", b"{}", timeout=600)
    seen.loading = False
    if status != 200:
        raise RuntimeError(str(answer))
    shutil.rmtree(folder / "beside" / str(number - 1), ignore_errors=True)


def measure(args, folder: pathlib.Path) -> dict:
    from served import Server
    from swapping import Clients, Repository, swap

    models = folder / "models"
    repository = Repository(models, args.weights)
    repository.put(1)
    (folder / "crossdock.yaml").write_text(
        f"model_repository: models\nlifecycle: {{watch_ms: 0, loading_nice: {args.nice}}}\nlog: {{level: warn}}\n")
    sizes: list[dict[str, int]] = []
    with Server("-c", str(folder / "crossdock.yaml")) as server, Clients(server, args.clients) as seen:
        begun = time.monotonic()
        for number in range(2, args.swaps + args.warm_up + 2):
            if args.beside:
                load_beside(server, seen, models, args.beside, number)
            else:
                swap(server, repository, seen, number)
            time.sleep(args.pause)
            sizes.append(memory_kib(server.process.pid))
        took = time.monotonic() - begun
    result = {"swaps": args.swaps, "warm_up_swaps": args.warm_up, "clients": args.clients, "loading_nice": args.nice,
              "seconds": round(took, 1), "cores": os.cpu_count(), "answers": seen.answers, "lost": len(seen.lost),
              "wrong_owner": len(seen.wrong), "versions_seen": len(seen.by_version),
              "while_nothing_loads": quantiles(seen.seconds[False]), "while_something_loads": quantiles(seen.seconds[True])}
    for key in ("VmRSS", "RssAnon"):
        after = [size[key] for size in sizes[args.warm_up:]]
        mean = sum(after) / len(after)
        result[key] = {"first_kib": after[0], "last_kib": after[-1], "most_kib": max(after),
                       "growth_percent_per_100_swaps": round(100 * 100 * slope(after) / mean, 3)}
    result["first_failures"] = (seen.lost + seen.wrong)[:5]
    return result


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--swaps", type=int, default=200)
    parser.add_argument("--warm-up", type=int, default=100)
    parser.add_argument("--clients", type=int, default=4)
    parser.add_argument("--weights", type=int, default=1 << 17)
    parser.add_argument("--pause", type=float, default=0.1, help="seconds between swaps")
    parser.add_argument("--nice", type=int, default=19, help="lifecycle.loading_nice")
    parser.add_argument("--beside", type=pathlib.Path)
    parser.add_argument("--build", default="build/release")
    parser.add_argument("--json", type=pathlib.Path, help="where the result goes too")
    args = parser.parse_args()
    os.environ["CROSSDOCK_BUILD"] = str((ROOT / args.build).resolve())
    sys.path.insert(0, str(ROOT / "tests" / "e2e"))
    with tempfile.TemporaryDirectory() as folder:
        result = measure(args, pathlib.Path(folder))
    text = json.dumps(result, indent=2)
    print(text)
    if args.json:
        args.json.write_text(text + "\n")
    grew = result["VmRSS"]["growth_percent_per_100_swaps"] >= 1 and not args.beside
    return 1 if result["lost"] or result["wrong_owner"] or grew else 0


if __name__ == "__main__":
    if VENV_PYTHON.exists() and pathlib.Path(sys.prefix) != VENV_PYTHON.parent.parent:
        os.execv(VENV_PYTHON, [str(VENV_PYTHON), *sys.argv])
    sys.exit(main())
