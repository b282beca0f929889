#!/usr/bin/env python3
"""Every test that docs/symptoms.md names is in the tree, so that no symptom loses its test unseen."""

import re
import sys

import tree

PAGE = "docs/symptoms.md"
NAMED = re.compile(r"`([A-Za-z]\w*\.[A-Z]\w*)`|`(test_\w+\.py): (test_\w+)`")
CPP = re.compile(r"^\s*TEST(?:_F|_P)?\(\s*(\w+),\s*(\w+)\)", re.M)
PYTHON = re.compile(r"^\s+def (test_\w+)\(", re.M)


def tests() -> set[str]:
    found = set()
    for name in tree.files(".cc"):
        found |= {f"{suite}.{test}" for suite, test in CPP.findall((tree.ROOT / name).read_text(errors="replace"))}
    for name in tree.files(".py", under="tests/"):
        path = tree.ROOT / name
        found |= {f"{path.name}: {test}" for test in PYTHON.findall(path.read_text())}
    return found


def main() -> int:
    known, missing, named, unproved = tests(), [], 0, 0
    for number, line in enumerate((tree.ROOT / PAGE).read_text().splitlines(), 1):
        unproved += "**open**" in line and line.startswith("| ")
        for match in NAMED.finditer(line):
            if not line.startswith("| "):
                continue
            name = match.group(1) or f"{match.group(2)}: {match.group(3)}"
            named += 1
            if name not in known:
                missing.append(f"{PAGE}:{number}: there is no test {name}")
    print("\n".join(missing) if missing else f"{named} tests of {PAGE} are there, {unproved} rows are open")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
