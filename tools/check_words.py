#!/usr/bin/env python3
"""Words that have no place in a commit: marks of unfinished work, paths of somebody's machine."""

import re
import sys

import tree

# Written apart, so that this file passes its own check.
REFUSED = {
    r"\b(TO" r"DO|FIX" r"ME|XX" r"X|HA" r"CK)\b": "unfinished work: finish it, or say in prose what is missing and why",
    r"(?<![\w.])/(ho" r"me|ro" r"ot|wo" r"rk|Us" r"ers)/\w": "a path of one machine",
    r"\bDISA" r"BLED_": "a test that does not run",
    r"<<<<" r"<<<|>>>>" r">>>": "a merge that was not finished",
}
SKIPPED = ("tests/fuzz/corpus/", "LICENSE")


def main() -> int:
    found, checked = [], 0
    for name in tree.files():
        if name.startswith(SKIPPED):
            continue
        data = (tree.ROOT / name).read_bytes()
        if b"\0" in data[:4096]:
            continue
        checked += 1
        text = data.decode("utf-8", errors="replace")
        for pattern, why in REFUSED.items():
            for match in re.finditer(pattern, text):
                line = text.count("\n", 0, match.start()) + 1
                found.append(f"{name}:{line}: {match.group(0)}: {why}")
    print("\n".join(found) if found else f"{checked} files without unfinished marks or machine paths")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
