#!/usr/bin/env python3
"""Lengths of the files: a source of at most 500 lines, a test of at most 600; over src/ without tests a median of at most 110 and a
90th percentile of at most 300. Prints the figures. Binary and generated files, data and prose are not counted."""

import re
import sys

import tree

MOST_SOURCE, MOST_TEST, MOST_MEDIAN, MOST_P90 = 500, 600, 110, 300
TEST_NAME = re.compile(r"_(test|bench|conformance|fuzz)\.(cc|h)$|/(testing|conformance)/|/test_\w+\.h$|^tests/")
SUFFIXES = (".h", ".cc", ".py", ".sh", ".cmake", ".proto", ".html", ".js", ".css")


def lines_of(name: str) -> int:
    return (tree.ROOT / name).read_bytes().count(b"\n")


def quantile(sorted_values: list[int], share: float) -> int:
    return sorted_values[min(len(sorted_values) - 1, int(share * len(sorted_values)))]


def main() -> int:
    names = [name for name in tree.files() if name.endswith(SUFFIXES) or name.startswith("tools/") and "." not in name]
    too_long = []
    for name in names:
        most = MOST_TEST if TEST_NAME.search(name) else MOST_SOURCE
        if lines_of(name) > most:
            too_long.append(f"{name}: {lines_of(name)} lines, at most {most}: it holds more than one idea")
    sources = sorted(lines_of(name) for name in names if name.startswith("src/") and not TEST_NAME.search(name))
    if not sources:
        print("no source files")
        return 1
    median, p90 = quantile(sources, 0.5), quantile(sources, 0.9)
    if median > MOST_MEDIAN:
        too_long.append(f"src/: the median is {median} lines, at most {MOST_MEDIAN}")
    if p90 > MOST_P90:
        too_long.append(f"src/: the 90th percentile is {p90} lines, at most {MOST_P90}")
    print("\n".join([*too_long, f"src/ without tests: {len(sources)} files, median {median}, p90 {p90}, longest {sources[-1]} lines"]))
    return 1 if too_long else 0


if __name__ == "__main__":
    sys.exit(main())
