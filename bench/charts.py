#!/usr/bin/env python3
"""Draws the charts of docs/benchmarks.md from the data in bench/results, as SVG, with matplotlib.

    bench/charts.py                     writes docs/charts/*.svg of the results that are there
    bench/charts.py --out build/charts
"""
import argparse
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from measure.run import middle  # noqa: E402
from peers import environment  # noqa: E402

if __name__ == "__main__":
    environment.run_in("charts")
import matplotlib  # noqa: E402

matplotlib.use("svg")
matplotlib.rcParams.update({"svg.hashsalt": "crossdock", "svg.fonttype": "none", "font.family": "sans-serif", "axes.spines.top": False,
                            "axes.spines.right": False, "axes.grid": True, "grid.alpha": 0.25, "legend.frameon": False})
from matplotlib import pyplot  # noqa: E402

ROOT = environment.ROOT
RESULTS = ROOT / "bench" / "results"
OURS = "Crossdock"
COLOURS = {OURS: "#0b6e4f", "Crossdock, same steps": "#2f9e75", "Crossdock, blocking": "#9ccfb8", "Triton": "#d1495b", "Triton, cache hit": "#d1495b",
           "MLServer": "#edae49", "LitServe": "#00798c", "BentoML": "#8d6a9f", "Python, threads": "#edae49", "Python, processes": "#8d6a9f",
           "bare Beast server": "#888888"}


def line(axes, name: str, xs: list, ys: list):
    axes.plot(xs, ys, marker="o", label=name, color=COLOURS.get(name), linewidth=2.5 if name == OURS else 1.5, zorder=3 if name == OURS else 2)


def finish(figure, file: pathlib.Path):
    figure.tight_layout()
    figure.savefig(file, metadata={"Date": None})
    pyplot.close(figure)
    print(file)


def side_by_side(data: dict, folder: pathlib.Path):
    figure, (good, late) = pyplot.subplots(1, 2, figsize=(10, 4))
    loads = sorted(data["cells"], key=float)
    for name in data["servers"]:
        xs = [100 * float(load) for load in loads]
        line(good, name, xs, [middle(data["cells"][load][name], "good_per_s") for load in loads])
        line(late, name, xs, [middle(data["cells"][load][name], "latency_ms", "p99") for load in loads])
    good.set(title=f"answered within {data['slo_ms']:.0f} ms, a second", xlabel="offered load, % of our capacity", ylim=(0, None))
    late.set(title="P99, ms", xlabel="offered load, % of our capacity", yscale="log")
    good.legend()
    finish(figure, folder / "side_by_side.svg")


def front_end(data: dict, folder: pathlib.Path):
    figure, panels = pyplot.subplots(1, 3, figsize=(12, 3.6))
    wanted = (("per_second", "requests a second"), ("p50_us", "P50, µs"), ("processor_s_per_1000", "processor seconds per 1,000"))
    for axes, (key, title) in zip(panels, wanted):
        for place, (cell, servers) in enumerate(data["cells"].items()):
            for number, (name, rows) in enumerate(servers.items()):
                axes.bar(place + 0.25 * number, middle(rows, key), 0.23, color=COLOURS.get(name), label=name if place == 0 else None, zorder=2)
        axes.set_xticks([place + 0.25 for place in range(len(data["cells"]))], [cell.replace(" ", ", ") for cell in data["cells"]])
        axes.set_title(title)
    panels[0].legend()
    panels[1].set_xlabel("protocol, clients")
    finish(figure, folder / "front_end.svg")


def hub_against_python(data: dict, folder: pathlib.Path):
    kinds = sorted({cell.split()[0] for cell in data["cells"]})
    figure, panels = pyplot.subplots(1, 2 * len(kinds), figsize=(6 * len(kinds), 4), squeeze=False)
    for number, kind in enumerate(kinds):
        clients = sorted(int(cell.split()[1]) for cell in data["cells"] if cell.startswith(kind + " "))
        for axes, path, title in ((panels[0][2 * number], ("pictures_per_s",), "pictures a second"),
                                  (panels[0][2 * number + 1], ("latency_ms", "p99"), "P99, ms")):
            for name in data["servers"]:
                line(axes, name, clients, [middle(data["cells"][f"{kind} {count}"][name], *path) for count in clients])
            axes.set(title=f"{kind}: {title}", xlabel="clients", ylim=(0, None))
    panels[0][0].legend(fontsize="small")
    finish(figure, folder / "hub_against_python.svg")


def width_buckets(data: dict, folder: pathlib.Path):
    figure, (speed, widths) = pyplot.subplots(1, 2, figsize=(10, 3.2))
    ways = list(data["ways"])
    speed.barh(ways, [middle(data["ways"][way], "per_second") for way in ways], color=COLOURS[OURS], zorder=2)
    speed.invert_yaxis()
    speed.set_title("lines a second")
    widths.hist(data["widths"], bins=40, color="#888888", zorder=2)
    widths.set(title="widths of the lines, pixels")
    finish(figure, folder / "width_buckets.svg")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--results", type=pathlib.Path, default=RESULTS)
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "docs" / "charts")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    for draw in (side_by_side, front_end, hub_against_python, width_buckets):
        file = args.results / f"{draw.__name__}.json"
        if file.exists():
            draw(json.loads(file.read_text(encoding="utf-8")), args.out)
        else:
            print(f"{file.name} is not there: no chart of it", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
