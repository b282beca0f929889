#!/usr/bin/env python3
"""The batching modes as data: what bench_batching_modes prints, for several models and slots.

    bench/batch_table.py                      about 20 minutes; writes bench/results/batch_table.json
    bench/batch_table.py --quick              whether it works, in a minute or two
    bench/batch_table.py --models fixed_cost --slots 4 --loads 0.5

Models: `fixed_cost` (the fake engine's curve of an accelerator), `yolox_nano` (a convolution net that batches refuse), `recognizer` (PP-OCR at
320 pixels). The rows that the article has: sync, fixed 4, windows of 8 rows / 5 ms and 16 rows / 10 ms; ours beside them.
"""
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from measure import run  # noqa: E402
from measure.machine import ROOT  # noqa: E402

MODELS = {
    "fixed_cost": [ROOT / "bench" / "fixed_cost.fake"],
    "yolox_nano": [ROOT.parent / "shared" / "data" / "models" / "yolox_nano.onnx"],
    "recognizer": [ROOT / ".deps" / "models" / "ch_PP-OCRv4_rec_infer.onnx", "--shape", "3,48,320"],
}
COLUMNS = ("mean_ms", "p99_ms", "per_second", "busy", "rows", "virtual_ms", "late_ms")
HEAD = re.compile(r"^(\d+) slots, (?:([\d.]+) requests/s, ([\d.]+) of the capacity|a backlog) \((\d+) requests\)")
ROW = re.compile(r"^(.{11}) +((?:[-\d.na]+ +){6}[-\d.na]+)$")


def read(text: str) -> list[dict]:
    """The program's tables as rows."""
    rows, slots, load, offered = [], 0, "", 0.0
    for line in text.splitlines():
        if match := HEAD.match(line):
            slots, load, offered = int(match.group(1)), match.group(3) or "backlog", float(match.group(2) or 0)
        elif match := ROW.match(line):
            rows.append({"slots": slots, "load": load, "offered_per_s": offered, "mode": match.group(1).strip(),
                         **dict(zip(COLUMNS, map(float, match.group(2).split())))})
    return rows


def main() -> int:
    parser = run.parser_for(__doc__, 4, 1)
    parser.add_argument("--models", type=lambda text: text.split(","), default=list(MODELS))
    parser.add_argument("--slots", default="1,2,4")
    parser.add_argument("--loads", default="0.1,0.5,0.8,0.95,0")
    args = parser.parse_args()
    results: dict[str, list[dict]] = {}
    for name in args.models[:1] if args.quick else args.models:
        if name not in MODELS:
            raise SystemExit(f"--models: {name} is none of {', '.join(MODELS)}")
        options = ["--seconds", "0.5", "--slots", "1", "--loads", "0.5"] if args.quick else \
            ["--seconds", f"{args.seconds:g}", "--slots", args.slots, "--loads", args.loads]
        run.say(f"{name}: {' '.join(options)}")
        ended = subprocess.run([str(word) for word in [args.build / "bench_batching_modes", *MODELS[name], *options]], capture_output=True,
                               text=True, check=False)
        if ended.returncode != 0:
            raise SystemExit(f"bench_batching_modes: {ended.stderr.strip()}")
        results[name] = read(ended.stdout)
        rows = [[f"{row['slots']} slots, load {row['load']}, {row['mode']}", *(f"{row[key]:.2f}" for key in COLUMNS[:5])] for row in results[name]]
        print(run.table([name, "mean ms", "P99 ms", "requests/s", "busy", "rows"], rows), flush=True)
    run.save(args, "batch_table", {"models": results})
    return 0


if __name__ == "__main__":
    sys.exit(main())
