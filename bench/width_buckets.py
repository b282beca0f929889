#!/usr/bin/env python3
"""Lines of text per second through the recognizer: width buckets and batches against one line at a time.

    bench/width_buckets.py                    about 6 minutes; writes bench/results/width_buckets.json
    bench/width_buckets.py --quick            whether it works, in a minute or two

The widths are those of the lines of a drawn shift (crossdock-hub draw). All lines wait from the start; as many calls at once as cores, of one
thread each; there and back again. Four ways: each line alone at its own width; alone but padded to a bucket; padded and joined into the
batches that the measured table says pay (`gap`, what the hub does); padded and always joined up to 8. Beside each: what the padding
adds in pixels, and what a line costs in processor time; together they say where the ratio comes from.
"""
import json
import math
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from measure import run  # noqa: E402
from measure.machine import ROOT  # noqa: E402

LINE_HEIGHT, SEED, PICTURES = 48, 101, 60
MODEL = ROOT / ".deps" / "models" / "ch_PP-OCRv4_rec_infer.onnx"
ALONE = "one line a call, own width"


def widths_of(pictures: pathlib.Path) -> list[int]:
    """Pixels of each true line when it is laid flat at the recognizer's height."""
    widths = []
    for file in sorted(pictures.glob("*.json")):
        for line in json.loads(file.read_text(encoding="utf-8"))["lines"]:
            top_left, top_right, _, bottom_left = line["corners"]
            height = max(1.0, math.dist(top_left, bottom_left))
            widths.append(max(1, round(LINE_HEIGHT * math.dist(top_left, top_right) / height)))
    return widths


def main() -> int:
    parser = run.parser_for(__doc__, 0, 4)
    parser.add_argument("--max-batch", type=int, default=8)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="bench-lines-") as folder:
        count = 3 if args.quick else PICTURES
        subprocess.run([args.build / "crossdock-hub", "draw", "--seed", str(SEED), "--count", str(count), "--out", folder], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        widths = widths_of(pathlib.Path(folder))
        file = pathlib.Path(folder) / "widths"
        file.write_text("\n".join(map(str, widths)) + "\n", encoding="utf-8")
        command = [args.build / "bench_width_buckets", MODEL, file, "--rounds", "1" if args.quick else str(args.rounds), "--max-batch",
                   str(args.max_batch), *(["--buckets", "320,640"] if args.quick else [])]
        ended = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, cwd=os.getcwd())
    if ended.returncode != 0:
        raise SystemExit(f"bench_width_buckets: {ended.stderr.strip()}")
    ways: dict[str, list[dict]] = {}
    for line in ended.stdout.splitlines():
        row = json.loads(line)
        ways.setdefault(row["way"], []).append(row)
    alone = statistics.median(row["per_second"] for row in ways[ALONE])
    rows = [[way, run.spread([r["per_second"] for r in one]), run.spread([r["processor_ms"] for r in one]),
             f"{statistics.median(r['rows'] for r in one):.2f}", f"{100 * one[0]['padded']:.1f} %",
             f"{statistics.median(r['per_second'] for r in one) / alone:.3f}"] for way, one in sorted(ways.items(), key=lambda item: item[0] != ALONE)]
    print(f"{len(widths)} lines, {min(widths)} to {max(widths)} pixels wide, {statistics.median(widths):.0f} in the middle")
    print(run.table(["way", "lines/s", "cpu ms a line", "rows a call", "padding", "by one line a call"], rows))
    run.save(args, "width_buckets", {"seed": SEED, "pictures": count, "widths": widths, "ways": ways})
    return 0


if __name__ == "__main__":
    sys.exit(main())
