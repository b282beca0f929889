#!/usr/bin/env python3
"""The read rate on the sample pictures through the running server, held against read_rate_bench picture by picture.

    bench/read_rate_through_server.py [--data ../shared/data] [--promise 548] [--build build/release] [--set KEY=VALUE ...]
                                    [--locator FILE] [--verbose]

Starts `crossdock serve` with nothing but the parcel pipeline, posts every picture of DATA/barcodes with ?text=false, one after the
other, and prints per family what was right, texts against the truth and false reads, then the times of the plain read and of the rescue. Texts
are compared on letters and digits. What read_rate_bench gives for the same pictures (it is run here with --results) says which wrong
texts the library gives too and where a .txt contradicts what is printed, and must be what the server gives; a picture whose rescue ran out of time on a loaded machine is named.
--set puts a key into the pipeline's configuration (rescue_deadline_ms=0), --locator a model that names places (the bench has none, so what is
read differently then does not count). Exit status 1 below --promise, on a false read, a wrong text
that the library does not give, a rescue over its time, or a picture read differently.
"""
import argparse
import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SLACK = 1.1  # a step of the rescue that has begun is ended


def letters(text: str) -> str:
    return re.sub(r"[^0-9A-Za-z]", "", text)


def from_bench(build: pathlib.Path, data: pathlib.Path, folder: str) -> dict:
    results = pathlib.Path(folder) / "results.jsonl"
    subprocess.run([build / "read_rate_bench", "--data", data, "--code-free", "0", "--drawn", "0", "--results", results],
                   stdout=subprocess.DEVNULL, check=False)  # it judges itself when it is run by itself
    return {entry["sample"]: entry for entry in map(json.loads, results.read_text(encoding="utf-8").split("\n")[:-1])}


def quantile(values: list[float], q: float) -> float:
    return sorted(values)[int(q * (len(values) - 1))] if values else 0.0


def print_times(name: str, values: list[float]):
    print(f"{name:8} {len(values):5} pictures  p50 {quantile(values, .5):7.2f}  p99 {quantile(values, .99):7.2f}  "
          f"max {quantile(values, 1):7.2f} ms")


class Tally:
    def __init__(self):
        self.pictures = self.right = self.wrong = self.false = 0


class Check:
    def __init__(self, server, data: pathlib.Path, bench: dict, verbose: bool):
        self.server, self.data, self.bench, self.verbose = server, data, bench, verbose
        self.families = collections.defaultdict(Tally)
        self.stages = collections.defaultdict(list)
        self.codes_ms: list[float] = []
        self.different = self.failed = 0

    def one(self, sample: str):
        picture = self.data / sample
        family = picture.parent.name
        tally = self.families[family]
        status, job = self.server.json("POST", "/v1/pipelines/parcel/jobs?text=false", picture.read_bytes(),
                                       {"Content-Type": "application/octet-stream", "Prefer": "wait=60"}, timeout=90)
        if status != 200 or "error" in job["pictures"][0]:
            self.failed += 1
            print(f"FAILED {sample}: {status} {job.get('error') or job['pictures'][0]['error']}")
            return
        spent = collections.Counter()
        for stage in job["times"]["stages"]:
            spent[stage["stage"]] += stage["run_ms"]
        for stage, ms in spent.items():
            self.stages[stage].append(ms)
        self.codes_ms.append(job["times"]["codes_ms"])
        texts = [code["text"] for code in job["codes"]]
        expected = self.bench[sample]
        if sorted(texts) != sorted(expected["ours"]):
            self.different += 1
            print(f"DIFFERENT {sample}: {texts} here, {expected['ours']} there, rescue {spent.get('rescue', 0):.0f} ms")
        if family.startswith("falsepositives"):
            tally.pictures += 1
            tally.false += len(texts)
            return
        truth_file = picture.with_suffix(".txt")
        if not truth_file.exists():
            return
        truth = letters(truth_file.read_text(encoding="utf-8", errors="replace"))
        read = {letters(text) for text in texts}
        known = {letters(text) for text in [expected["printed"], *expected["library"], *expected["library_add_ons"]]}
        tally.pictures += 1
        tally.right += truth in read
        if wrong := read - {truth} - known:
            tally.wrong += len(wrong)
            print(f"WRONG {sample}: {wrong}, and not {truth}")
        if self.verbose and truth not in read:
            print(f"missed {sample}")

    def report(self, promise: int, budget_ms: float) -> bool:
        total = Tally()
        for family, tally in sorted(self.families.items()):
            print(f"{family:24} {tally.pictures:4}  right {tally.right:4}  wrong {tally.wrong}  false reads {tally.false}")
            for key in vars(total):
                setattr(total, key, getattr(total, key) + getattr(tally, key))
        readable = total.pictures - sum(t.pictures for f, t in self.families.items() if f.startswith("falsepositives"))
        print(f"all: {total.right} of {readable} right, {total.wrong} wrong texts that the library does not give, "
              f"{total.false} false reads, {self.different} read differently than by the bench, {self.failed} failed")
        for stage in ("decode", "codes", "rescue", "locate"):
            if self.stages[stage]:
                print_times(stage, self.stages[stage])
        print_times("codes_ms", self.codes_ms)
        late = [ms for ms in self.stages["rescue"] if ms > budget_ms * SLACK]
        if late:
            print(f"{len(late)} rescues took longer than {budget_ms:.0f} ms")
        return (total.right >= promise and total.wrong == 0 and total.false == 0 and not late and self.different == 0
                and self.failed == 0)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=pathlib.Path, default=ROOT.parent / "shared" / "data")
    parser.add_argument("--promise", type=int, default=548)
    parser.add_argument("--build", default="build/release")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--locator", type=pathlib.Path)
    parser.add_argument("--verbose", action="store_true")
    args = parser.parse_args()
    build = (ROOT / args.build).resolve()
    os.environ["CROSSDOCK_BUILD"] = str(build)
    sys.path.insert(0, str(ROOT / "tests" / "e2e"))
    from served import Server

    settings = {"rescue_deadline_ms": "250", **dict(pair.split("=", 1) for pair in args.set)}
    with tempfile.TemporaryDirectory() as folder:
        config = pathlib.Path(folder) / "crossdock.yaml"
        models = ""
        if args.locator:
            models = f"models:\n  code_locator:\n    file: {args.locator.resolve()}\n    batching: {{ max_batch: 1 }}\n"
            settings["locator"] = "code_locator"
        config.write_text(models + "pipelines:\n  parcel:\n" + "".join(f"    {k}: {v}\n" for k, v in settings.items()))
        bench = from_bench(build, args.data.resolve(), folder)
        with Server("-c", str(config)) as server:
            check = Check(server, args.data.resolve(), bench, args.verbose)
            for sample in sorted(bench):
                check.one(sample)
        if args.locator:
            check.different = 0
        kept = check.report(args.promise, float(settings["rescue_deadline_ms"]))
    print("as promised" if kept else "NOT as promised")
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
