#!/usr/bin/env python3
"""Writes the figures of bench/results into docs/benchmarks.md and docs/claims.md, between their marks, so that no figure is typed by hand.

    bench/report.py               rewrites the marked parts
    bench/report.py --check       says whether they are up to date; exit status 1 if not

A mark is a line `<!-- figures NAME -->`, up to `<!-- end -->`. What was not measured says so, with the command that measures it.
"""
import argparse
import json
import pathlib
import re
import statistics
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from measure.machine import ROOT  # noqa: E402
from measure.run import middle  # noqa: E402

RESULTS = ROOT / "bench" / "results"
PAGES = ("docs/benchmarks.md", "docs/claims.md")
PART = re.compile(r"(<!-- figures (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def spread(rows: list[dict], digits: int, *path: str) -> str:
    values = [middle([row], *path) for row in rows]
    text = f"{statistics.median(values):,.{digits}f}"
    return text if len(values) == 1 else f"{text} ({min(values):,.{digits}f}–{max(values):,.{digits}f})"


def table(head: list[str], rows: list[list[str]]) -> str:
    return "\n".join("| " + " | ".join(map(str, row)) + " |" for row in [head, ["---"] * len(head), *rows]) + "\n"


def machine(data: dict) -> str:
    facts = data["machine"]
    return (f"{facts['processor']}, {facts['cores']} cores ({', '.join(facts['instructions'])}), {facts['memory_gib']} GiB, {facts['system']}, "
            f"kernel {facts['kernel']}; commit {facts['commit']}, {facts['date']}; `{data['command']}`\n\n")


def verdicts(data: dict) -> str:
    return "\n" + table(["", "figure", "asked for", ""], [[what, f"{value:.3f}", bound, "yes" if kept else "**no**"]
                                                          for what, value, bound, kept in data["verdicts"]])


def side_by_side(data: dict) -> str:
    rows = [[f"{100 * float(load):.0f} %", name, f"{middle(one, 'offered_per_s'):.1f}", spread(one, 1, "good_per_s"),
             spread(one, 1, "latency_ms", "p50"), spread(one, 1, "latency_ms", "p99"), f"{middle(one, 'processor_s_per_1000'):.1f}"]
            for load, cell in data["cells"].items() for name, one in cell.items()]
    versions = "; ".join(f"{name} {fact['version']} with ONNX Runtime {fact['runtime']}, {statistics.median(fact['saturated_per_s']):.1f}/s at saturation"
                         for name, fact in data["servers"].items())
    return (f"The engine alone: {data['engine_alone']['per_second']:.1f}/s, P50 {data['engine_alone']['p50_ms']:.2f} ms. Good: within "
            f"{data['slo_ms']:.1f} ms. {versions}.\n\n" + table(["load", "server", "offered/s", "good/s", "P50 ms", "P99 ms", "cpu s / 1,000"], rows))


def front_end(data: dict) -> str:
    rows = [[cell.replace(" ", ", "), name, spread(one, 0, "per_second"), spread(one, 0, "p50_us"), spread(one, 0, "p99_us"),
             spread(one, 3, "processor_s_per_1000")] for cell, servers in data["cells"].items() for name, one in servers.items()]
    return table(["protocol, clients", "server", "requests/s", "P50 µs", "P99 µs", "server's cpu s / 1,000"], rows)


def hub_against_python(data: dict) -> str:
    rows = [[cell.replace(" ", ", "), name, spread(one, 1, "pictures_per_s"), spread(one, 0, "latency_ms", "p99"),
             f"{middle(one, 'processor_s_per_picture'):.3f}",
             f"{middle(data['cells'][cell]['Crossdock, same steps'], 'pictures_per_s') / max(1e-9, middle(one, 'pictures_per_s')):.2f}"]
            for cell, servers in data["cells"].items() for name, one in servers.items()]
    right = "; ".join(f"{name}: {fact['right']['codes_right']} of {fact['right']['codes']} codes, {fact['right']['lines_right']} of "
                      f"{fact['right']['lines']} lines" for name, fact in data["servers"].items())
    return f"Read right: {right}.\n\n" + table(["what, clients", "server", "pictures/s", "P99 ms", "cpu s / picture", "ours (same steps) by it"], rows)


def load_generators(data: dict) -> str:
    return table(["load", "generator", "requests/s", "P50 µs", "P95 µs"], [[cell, name, spread(one, 1, "per_second"), spread(one, 0, "p50_us"),
                 spread(one, 0, "p95_us")] for cell, generators in data["cells"].items() for name, one in generators.items()])


def width_buckets(data: dict) -> str:
    alone = middle(data["ways"]["one line a call, own width"], "per_second")
    return table(["way", "lines/s", "cpu ms / line", "rows a call", "pixels padded", "by one line a call"],
                 [[way, spread(one, 1, "per_second"), spread(one, 1, "processor_ms"), f"{middle(one, 'rows'):.2f}",
                   f"{100 * one[0]['padded']:.1f} %", f"{middle(one, 'per_second') / alone:.3f}"] for way, one in data["ways"].items()])


def blocking(data: dict) -> str:
    return table(["pictures decoded", "small requests P50 ms", "P95 ms", "P99 ms", "pictures P95 ms"],
                 [[way, *(spread(one, 2, "small", q) for q in ("p50", "p95", "p99")), spread(one, 1, "pictures", "p95")]
                  for way, one in data["ways"].items()])


def batch_table(data: dict) -> str:
    wanted = ("sync", "fixed 4", "8 / 5 ms", "16 / 10 ms", "gap", "article", "auto")
    rows = [[name, row["slots"], row["load"], row["mode"], f"{row['mean_ms']:.2f}", f"{row['p99_ms']:.2f}", f"{row['per_second']:.1f}", f"{row['busy']:.2f}"]
            for name, one in data["models"].items() for row in one if row["mode"] in wanted and row["load"] in ("0.1", "0.5", "0.8", "backlog")]
    return table(["model", "slots", "load", "mode", "mean ms", "P99 ms", "requests/s", "busy"], rows)


KINDS = {kind.__name__: kind for kind in (side_by_side, front_end, hub_against_python, load_generators, width_buckets, blocking, batch_table)}


def part(name: str) -> str:
    file = RESULTS / f"{name}.json"
    if not file.exists():
        return f"Not measured yet: `bench/{name}.py`.\n"
    data = json.loads(file.read_text(encoding="utf-8"))
    return machine(data) + KINDS[name](data) + (verdicts(data) if data.get("verdicts") else "")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    stale = []
    for name in PAGES:
        page = ROOT / name
        text = page.read_text(encoding="utf-8")
        fresh = PART.sub(lambda match: match.group(1) + part(match.group(2)) + match.group(3), text)
        if fresh != text:
            stale.append(name)
            if not args.check:
                page.write_text(fresh, encoding="utf-8")
    print(f"{', '.join(stale)}: {'not up to date' if args.check else 'rewritten'}" if stale else "up to date")
    return 1 if stale and args.check else 0


if __name__ == "__main__":
    sys.exit(main())
