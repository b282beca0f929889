#!/usr/bin/env python3
"""Reads pictures whose lines somebody wrote down, with the running server and with rapidocr-onnxruntime (if installed), and prints per
picture how many lines each read exactly but for spaces, and what was read instead of the others.

  build/release/crossdock serve -c examples/hub/crossdock.yaml &
  .cache/rapidocr/bin/python examples/hub/compare_pictures.py [--address 127.0.0.1:8000] [--truth FILE] [--pictures DIR]

A line counts where its picture has it: each line read matches one true line at most. Arrays (.npy, grey and opacity) are sent as PNG.
See compare_rapidocr.py for how the package is installed.
"""
import argparse
import difflib
import http.client
import io
import json
import pathlib
import sys

from compare_rapidocr import bare, read_with_rapidocr

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
JOBS = "/v1/pipelines/parcel/jobs"
WAIT_SECONDS = 60


def content_of(path):
    """A picture's bytes; an array becomes a PNG of grey and opacity."""
    if path.suffix != ".npy":
        return path.read_bytes()
    import numpy
    from PIL import Image
    png = io.BytesIO()
    Image.fromarray(numpy.load(path), mode="LA").save(png, format="PNG")
    return png.getvalue()


def read_with_server(address, content):
    connection = http.client.HTTPConnection(address, timeout=2 * WAIT_SECONDS)
    try:
        connection.request("POST", JOBS, content, {"Content-Type": "application/octet-stream", "Prefer": f"wait={WAIT_SECONDS}"})
        response = connection.getresponse()
        job = json.loads(response.read())
    finally:
        connection.close()
    if response.status != 200:
        raise RuntimeError(f"status {response.status}: {job}")
    errors = [picture["error"] for picture in job["pictures"] if "error" in picture]
    if errors:
        raise RuntimeError(f"error {errors}")
    return [line["text"] for line in job["lines"]]


def compared(truth, read):
    """The true lines that were read, and for each of the others (line, the most similar of the lines left over)."""
    left = list(read)
    missed = []
    for line in truth:
        match = next((text for text in left if bare(text) == bare(line)), None)
        if match is None:
            missed.append(line)
        else:
            left.remove(match)
    instead = []
    for line in missed:
        text = (difflib.get_close_matches(bare(line), left, n=1, cutoff=0.3) or [""])[0]
        if text:
            left.remove(text)
        instead.append((line, text))
    return len(truth) - len(missed), instead, left


def tell(reader, outcome):
    _, instead, more = outcome
    for line, text in instead:
        print(f"    {reader:9} {line!r} read as {text!r}" if text else f"    {reader:9} {line!r} not read")
    if more:
        print(f"    {reader:9} also {more}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--address", default="127.0.0.1:8000")
    parser.add_argument("--truth", type=pathlib.Path, default=ROOT / "tests" / "e2e" / "data" / "text_truth.json")
    parser.add_argument("--pictures", type=pathlib.Path, default=ROOT.parent / "shared" / "data" / "text")
    args = parser.parse_args()
    readers = {"crossdock": lambda content: read_with_server(args.address, content)}
    try:
        from rapidocr_onnxruntime import RapidOCR
        engine = RapidOCR()
        readers["rapidocr"] = lambda content: [line["text"] for line in read_with_rapidocr(engine, content)]
    except ImportError:
        print("rapidocr-onnxruntime is not installed: the server's lines alone", file=sys.stderr)

    truth = json.loads(args.truth.read_text(encoding="utf-8"))
    sums = dict.fromkeys(readers, 0)
    total = 0
    print(f"{'':34} {'lines':>5}" + "".join(f" {reader:>9}" for reader in readers))
    for name, entry in {**truth["pictures"], **truth.get("arrays", {})}.items():
        content = content_of(args.pictures / name)
        outcomes = {reader: compared(entry["lines"], read(content)) for reader, read in readers.items()}
        total += len(entry["lines"])
        for reader, outcome in outcomes.items():
            sums[reader] += outcome[0]
        print(f"{name:34} {len(entry['lines']):5}" + "".join(f" {outcome[0]:9}" for outcome in outcomes.values()))
        for reader, outcome in outcomes.items():
            tell(reader, outcome)
    print(f"{'all':34} {total:5}" + "".join(f" {sums[reader]:9}" for reader in readers))


if __name__ == "__main__":
    main()
