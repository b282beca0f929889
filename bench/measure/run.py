"""What all measuring scripts share: their options, the order of a run, and where results go."""
import argparse
import json
import pathlib
import statistics
import sys
import time
from typing import Iterable, Sequence

from measure.machine import ROOT, facts


def parser_for(description: str, seconds: float, rounds: int) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=seconds, help=f"of each measurement [{seconds:g}]")
    parser.add_argument("--rounds", type=int, default=rounds, help=f"times that each candidate is measured [{rounds}]")
    parser.add_argument("--quick", action="store_true", help="a functional check in a minute or two: its figures mean nothing")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "release", help="folder with the built programs")
    parser.add_argument("--out", type=pathlib.Path, help="file for the results [bench/results/NAME.json; with --quick: none]")
    return parser


def there_and_back(candidates: Sequence, rounds: int) -> Iterable[tuple[int, object]]:
    """A B C, then C B A, and so on: a machine that changes its speed changes it for all. Round and candidate."""
    for number in range(rounds):
        for candidate in candidates if number % 2 == 0 else reversed(candidates):
            yield number, candidate


def middle(rows: Iterable[dict], *path: str) -> float:
    """The median over the rows of what lies at that path of keys."""
    values = []
    for row in rows:
        for key in path:
            row = row[key]
        values.append(row)
    return statistics.median(values)


def spread(values: Sequence[float], digits: int = 1) -> str:
    """The median, and the least and the most in brackets where there are several."""
    if not values:
        return "-"
    middle = f"{statistics.median(values):.{digits}f}"
    return middle if len(values) == 1 else f"{middle} ({min(values):.{digits}f}..{max(values):.{digits}f})"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns as wide as they need; the first to the left, the others to the right."""
    widths = [max(len(str(row[i])) for row in [head, *rows]) for i in range(len(head))]
    return "\n".join("  ".join(str(cell).ljust(width) if i == 0 else str(cell).rjust(width)
                               for i, (cell, width) in enumerate(zip(row, widths))) for row in [head, *rows])


def say(text: str):
    """Progress, on standard error."""
    print(f"{time.strftime('%H:%M:%S')} {text}", file=sys.stderr, flush=True)


def save(args: argparse.Namespace, name: str, results: dict):
    """Writes the results with the machine and the command that made them. Nothing of a quick run, unless a file is named."""
    file = args.out or (None if args.quick else ROOT / "bench" / "results" / f"{name}.json")
    if file is None:
        return
    command = " ".join([str(pathlib.Path(sys.argv[0]).resolve().relative_to(ROOT)), *sys.argv[1:]])
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps({"command": command, "quick": args.quick, "machine": facts(), **results}, indent=1) + "\n",
                    encoding="utf-8")
    print(f"results: {file}", file=sys.stderr)
