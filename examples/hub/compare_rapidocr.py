#!/usr/bin/env python3
"""Reads a folder of drawn pictures with the rapidocr-onnxruntime package and prints exact line rates as `crossdock-hub evaluate` does.

  python3 -m venv /tmp/rapidocr && /tmp/rapidocr/bin/pip install rapidocr-onnxruntime==1.4.4
  /tmp/rapidocr/bin/python examples/hub/compare_rapidocr.py FOLDER [--json FILE] [--wrong]

A line is right if a line was read whose text is the same but for spaces and whose middle lies on the true line (the true quad's bounding
box, grown by the height of a letter); each line read counts once.
"""
import argparse
import glob
import json
import os
import sys
import time


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


def groups_of(truth, line):
    """The rows of the table that a line counts in."""
    stratum = f"{truth['line']}/{truth['light']}/{truth['weather']}"
    large = line["letter_px"] >= 20
    yield "stratum", stratum
    yield "shape", truth["shape"]
    yield "letters", "20 px and more" if large else "below 20 px"
    if large:
        yield "stratum, 20 px and more", stratum
        if truth["light"] == "day" and truth["weather"] == "dry":
            yield "day and dry, 20 px and more", "all"
    yield "all", "all"


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
            for group in groups_of(truth, line):
                of = counts.setdefault(group, [0, 0])
                of[0] += right
                of[1] += 1
            if args.wrong and not right:
                print(f"{truth['picture']}: {line['text']!r} ({line['letter_px']:.0f} px, {line['font']}) read as {instead}")
        print(f"\r{done} of {len(paths)}", end="", file=sys.stderr)
    print(f"\n{(time.monotonic() - started) / max(1, len(paths)):.2f} s a picture", file=sys.stderr)

    for (kind, name), (right, total) in sorted(counts.items()):
        print(f"{kind:28} {name:18} {right:4} of {total:4}  {100 * right / total:6.2f} %")
    if args.json:
        with open(args.json, "w", encoding="utf-8") as file:
            json.dump([{"kind": k, "name": n, "right": r, "total": t} for (k, n), (r, t) in sorted(counts.items())], file, indent=1)


if __name__ == "__main__":
    main()
