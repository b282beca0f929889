#!/usr/bin/env python3
"""Reads a folder of drawn pictures with the rapidocr-onnxruntime package and prints exact line rates as `crossdock-hub evaluate` does.

  python3 -m venv .cache/rapidocr && .cache/rapidocr/bin/pip install rapidocr-onnxruntime==1.4.4
  .cache/rapidocr/bin/python examples/hub/compare_rapidocr.py FOLDER [--json FILE] [--wrong]

A line is right if a line was read whose text is the same but for spaces and whose middle lies on the true line (the true quad's bounding
box, grown by the height of a letter); each line read counts once.
"""
import argparse
import glob
import json
import os
import sys
import time

LARGE_LETTER_PX = 20


def bare(text):
    return "".join(text.split())


def same_place(truth, corners):
    xs = [p[0] for p in truth["corners"]]
    ys = [p[1] for p in truth["corners"]]
    x = sum(p[0] for p in corners) / 4
    y = sum(p[1] for p in corners) / 4
    grow = truth["letter_px"]
    return min(xs) - grow <= x <= max(xs) + grow and min(ys) - grow <= y <= max(ys) + grow


def judge(truth, read):
    """For each true line: True or False, and what was read in its place."""
    used = set()
    verdicts = []
    for line in truth["lines"]:
        here = [i for i, r in enumerate(read) if i not in used and same_place(line, r["corners"])]
        right = [i for i in here if bare(read[i]["text"]) == bare(line["text"])]
        used.update(right[:1])
        verdicts.append((bool(right), [read[i]["text"] for i in here]))
    return verdicts


def groups_of(truth):
    """The rows of the table that a picture counts in."""
    light_and_weather = f"{truth['light']}/{truth['weather']}"
    return [("stratum", f"{truth['line']}/{light_and_weather}"), ("light and weather", light_and_weather), ("shape", truth["shape"]),
            ("all", "all")]


def share(right, total):
    return f"{right}/{total} {100 * right / total if total else 100:6.2f} %"


def read_with_rapidocr(engine, path):
    result, _ = engine(path)
    return [{"corners": r[0], "text": r[1], "confidence": float(r[2])} for r in result or []]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--json", help="also write the counts here")
    parser.add_argument("--wrong", action="store_true", help="print each line that was not read exactly")
    args = parser.parse_args()
    try:
        from rapidocr_onnxruntime import RapidOCR
    except ImportError:
        sys.exit("rapidocr-onnxruntime is not installed; see --help")

    engine = RapidOCR()
    counts = {}
    started = time.monotonic()
    paths = sorted(glob.glob(os.path.join(args.folder, "*.jpg")))
    for done, path in enumerate(paths, 1):
        with open(os.path.splitext(path)[0] + ".json", encoding="utf-8") as file:
            truth = json.load(file)
        verdicts = judge(truth, read_with_rapidocr(engine, path))
        for line, (right, instead) in zip(truth["lines"], verdicts):
            large = line["letter_px"] >= LARGE_LETTER_PX
            for group in groups_of(truth):
                of = counts.setdefault(group, {"lines_right": 0, "lines_total": 0, "large_right": 0, "large_total": 0})
                of["lines_total"] += 1
                of["lines_right"] += right
                of["large_total"] += large
                of["large_right"] += large and right
            if args.wrong and not right:
                print(f"{truth['picture']}: {line['text']!r} ({line['letter_px']:.0f} px, {line['font']}) read as {instead}")
        print(f"\r{done} of {len(paths)}", end="", file=sys.stderr)
    print(f"\n{(time.monotonic() - started) / max(1, len(paths)):.2f} s a picture", file=sys.stderr)

    print(f"{'':18} {'':14} {'lines exact':>20} {'of 20 px and more':>20}")
    for (kind, name), of in sorted(counts.items()):
        lines, large = share(of["lines_right"], of["lines_total"]), share(of["large_right"], of["large_total"])
        print(f"{kind:18} {name:14} {lines:>20} {large:>20}")
    if args.json:
        with open(args.json, "w", encoding="utf-8") as file:
            json.dump([{"kind": kind, "name": name, **of} for (kind, name), of in sorted(counts.items())], file, indent=1)


if __name__ == "__main__":
    main()
