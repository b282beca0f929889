#!/usr/bin/env python3
"""How long the whole hub takes from its start to ready, and each model from its file to its last warm call: cold, hot, serial, parallel.

    bench/start_time.py [--rounds 3] [--only hub|models] [--model NAME...] [--out bench/results/start-time] [--build build/release]

Each figure is a process of its own. "cold" has no cache folder; "fill" has an empty one, so that it writes what the next start finds
there; "hot" finds it. Serial: `loading.at_once: 1`; parallel: as many as there are cores. Files "read": those of the program, the
runtimes, the models and the cache were read just before and lie in the page cache; "dropped": the system was asked to drop them from it.
Memory is the process's resident set when ready. Rounds go through all cases by turns, so that a machine that changes its speed changes it
for all. Writes machine.json, hub.jsonl and models.jsonl (a line for each run) and summary.json.
"""
import argparse
import json
import os
import pathlib
import platform
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
HUB = ROOT / "examples" / "hub" / "crossdock.yaml"
MODELS = ROOT / "bench" / "start_time.yaml"
HUB_MODELS = ["text_detector", "text_orientation", "text_recognizer"]


def forget(folders: list[pathlib.Path]) -> None:
    """Asks the system to drop the pages of these files, which it does where no other process has them mapped. Nobody else's are touched."""
    for folder in folders:
        for file in [folder] if folder.is_file() else folder.rglob("*"):
            if not file.is_file():
                continue
            descriptor = os.open(file, os.O_RDONLY)
            os.fsync(descriptor)
            os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
            os.close(descriptor)


def machine() -> dict:
    name = next((line.split(":", 1)[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), "")
    commit = subprocess.run(["git", "-C", ROOT, "rev-parse", "--short", "HEAD"], capture_output=True, text=True).stdout.strip()
    return {"processor": name, "cores": len(os.sched_getaffinity(0)), "system": platform.platform(), "commit": commit,
            "date": time.strftime("%Y-%m-%d")}


def resident_mib(pid: int) -> tuple[float, float]:
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    return tuple(round(int(re.search(rf"{key}:\s+(\d+)", status).group(1)) / 1024, 1) for key in ("VmRSS", "VmHWM"))


def hub_config(folder: pathlib.Path, cache: pathlib.Path | None, at_once: int) -> pathlib.Path:
    """The hub's configuration with its cache and its loading set; paths of models become absolute."""
    text = HUB.read_text()
    text = re.sub(r"(file: )(\.\./\S+)", lambda m: m[1] + str((HUB.parent / m[2]).resolve()), text)
    text += f"\nloading: {{ at_once: {at_once} }}\n"
    if cache:
        text += f"cache: {{ folder: {cache} }}\n"
    file = folder / "crossdock.yaml"
    file.write_text(text)
    return file


def hub_models(folder: pathlib.Path) -> pathlib.Path:
    """The hub's models in a file of their own."""
    block = re.search(r"^models:\n(?:(?: .*)?\n)+", HUB.read_text(), re.M)[0]
    file = folder / "models.yaml"
    file.write_text(re.sub(r"(file: )(\.\./\S+)", lambda m: m[1] + str((HUB.parent / m[2]).resolve()), block))
    return file


def start_hub(build: pathlib.Path, config: pathlib.Path) -> dict:
    begun = time.monotonic()
    with tempfile.TemporaryFile(mode="w+") as log:
        process = subprocess.Popen([build / "crossdock", "serve", "-c", config, "--http-port", "0", "--grpc-port", "0", "--log-json"],
                                   stdout=subprocess.PIPE, stderr=log, text=True)
        listening = ready = 0.0
        for line in process.stdout:
            if "http listening" in line:
                listening = time.monotonic() - begun
            if "crossdock: ready" in line:
                ready = time.monotonic() - begun
                break
        else:
            log.seek(0)
            sys.exit(f"the hub did not become ready:\n{log.read()}")
        now, most = resident_mib(process.pid)
        process.terminate()
        process.wait(60)
        log.seek(0)
        models = {}
        for line in log:
            fact = json.loads(line)
            if fact.get("event") == "model ready":
                models[fact["model"]] = {k: fact[k] for k in ("start", "prepare_ms", "trial_ms", "warm_ms", "took_ms")}
    return {"listening_s": round(listening, 3), "ready_s": round(ready, 3), "resident_mib": now, "peak_mib": most, "models": models}


def measure_hub(build: pathlib.Path, rounds: int, emit) -> None:
    cores = len(os.sched_getaffinity(0))
    files = [build / "crossdock", build / "lib", ROOT / ".deps" / "models", *(ROOT / ".deps" / r for r in ("onnxruntime", "openvino"))]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for number in range(rounds):
            for at_once, loading in ((1, "serial"), (cores, "parallel")):
                cache = folder / f"cache-{loading}"
                shutil.rmtree(cache, ignore_errors=True)
                for start in ("cold", "fill", "hot"):
                    for pages in ("read", "dropped") if start != "fill" else ("read",):
                        if pages == "dropped":
                            forget([f for f in (*files, cache) if f.exists()])
                        run = start_hub(build, hub_config(folder, None if start == "cold" else cache, at_once))
                        emit({"round": number, "loading": loading, "start": start, "files": pages, **run})


def load_model(build: pathlib.Path, config: pathlib.Path, model: str, cache: pathlib.Path | None, calls: int) -> dict:
    command = [build / "bench_model_load", config, model, "--calls", str(calls)] + (["--cache", cache] if cache else [])
    begun = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stderr)
    return {"process_s": round(time.monotonic() - begun, 3), **json.loads(done.stdout)}


def measure_models(build: pathlib.Path, rounds: int, only: list[str], calls: int, emit) -> None:
    named = re.findall(r"^  (\w+):\n    file: (\S+)", MODELS.read_text(), re.M)
    with tempfile.TemporaryDirectory() as name:
        hub = hub_models(pathlib.Path(name))
        models = [(MODELS, model) for model, file in named if (MODELS.parent / file).exists()] + [(hub, model) for model in HUB_MODELS]
        for config, model in models:
            if only and model not in only:
                continue
            cache = pathlib.Path(name) / model
            for number in range(rounds):
                # A B B A: the calls after a hot start and those after a cold one meet the same machine.
                order = ("cold", "hot", "hot", "cold") if number else ("cold", "fill", "hot", "hot", "cold")
                for start in order:
                    emit({"round": number, "wanted": start, **load_model(build, config, model, None if start == "cold" else cache, calls)})


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def summarize_models(runs: list[dict]) -> dict:
    out = {}
    for model in dict.fromkeys(r["model"] for r in runs):
        mine = {start: [r for r in runs if r["model"] == model and r["wanted"] == start] for start in ("cold", "fill", "hot")}
        median = lambda start, key: round(statistics.median(r[key] for r in mine[start]), 1)
        calls = {start: [t for r in mine[start] for t in r["calls_ms"]] for start in ("cold", "hot")}
        out[model] = {
            "runtime": mine["cold"][0]["runtime"],
            **{f"{start}_{key}": median(start, key) for start in ("cold", "fill", "hot")
               for key in ("total_ms", "prepare_ms", "trial_ms", "warm_ms", "resident_mib", "peak_mib")},
            "kept": mine["fill"][0]["outcomes"],
            "total_ratio": round(median("cold", "total_ms") / median("hot", "total_ms"), 2),
            "prepare_ratio": round(median("cold", "prepare_ms") / max(0.1, median("hot", "prepare_ms")), 2),
            **{f"calls_{start}_{name}_ms": round(percentile(values, share), 3) for start, values in calls.items()
               for name, share in (("p50", 0.5), ("p95", 0.95), ("max", 1.0)) if values},
        }
    return out


def summarize_hub(runs: list[dict]) -> dict:
    out = {}
    for run in runs:
        out.setdefault(f"{run['loading']} {run['start']}, files {run['files']}", []).append(run)
    summary = {key: {"ready_s": round(statistics.median(r["ready_s"] for r in mine), 3),
                     "range_s": [min(r["ready_s"] for r in mine), max(r["ready_s"] for r in mine)],
                     "resident_mib": statistics.median(r["resident_mib"] for r in mine),
                     "peak_mib": statistics.median(r["peak_mib"] for r in mine)} for key, mine in out.items()}
    return summary


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", choices=["hub", "models"])
    parser.add_argument("--model", nargs="*", default=[])
    parser.add_argument("--calls", type=int, default=100)
    parser.add_argument("--out", default="bench/results/start-time")
    parser.add_argument("--build", default="build/release")
    args = parser.parse_args()
    build, out = (ROOT / args.build).resolve(), ROOT / args.out
    if args.build == parser.get_default("build"):
        subprocess.run([ROOT / "tools" / "build", "release", "crossdock", "engines", "bench_model_load"], check=True, stdout=subprocess.DEVNULL)
    out.mkdir(parents=True, exist_ok=True)
    (out / "machine.json").write_text(json.dumps(machine(), indent=2) + "\n")
    summary = json.loads((out / "summary.json").read_text()) if (out / "summary.json").exists() else {}
    for part, measure, summarize in (("hub", lambda emit: measure_hub(build, args.rounds, emit), summarize_hub),
                                     ("models", lambda emit: measure_models(build, args.rounds, args.model, args.calls, emit), summarize_models)):
        if args.only not in (None, part):
            continue
        runs: list[dict] = []
        with open(out / f"{part}.jsonl", "w") as file:
            def emit(run: dict):
                runs.append(run)
                file.write(json.dumps(run) + "\n")
                file.flush()
                print(json.dumps({k: v for k, v in run.items() if k not in ("calls_ms", "models")}), file=sys.stderr)
            measure(emit)
        summary[part] = summarize(runs)
    (out / "summary.json").write_text(json.dumps(summary, indent=2) + "\n")
    print(json.dumps(summary, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
