#!/usr/bin/env python3
"""clang-tidy over the sources that changed, or all of them. Needs a configured build folder (its compile_commands.json).

A file whose text, headers of src/ and settings are those of a clean earlier run is not read again.
"""

import argparse
import concurrent.futures
import functools
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

import tree

TIDY = tree.ROOT / ".deps/venv/bin/clang-tidy"
INCLUDE = re.compile(rb'^\s*#\s*include\s*"([^"]+)"', re.M)
PRECOMPILED = re.compile(r" -Winvalid-pch -include \S+/cmake_pch\.hxx")
CLEAN = tree.ROOT / "build/.tidy"


@functools.cache
def headers_of(path: pathlib.Path) -> frozenset[pathlib.Path]:
    found = {tree.ROOT / "src" / name.decode() for name in INCLUDE.findall(path.read_bytes())}
    return frozenset(header for header in found if header.is_file())


def closure(path: pathlib.Path) -> list[pathlib.Path]:
    """The file and every header of src/ that it reaches."""
    seen, waiting = set(), [path]
    while waiting:
        here = waiting.pop()
        if here not in seen:
            seen.add(here)
            waiting.extend(headers_of(here))
    return sorted(seen)


def digest(path: pathlib.Path) -> str:
    total = hashlib.sha256((tree.ROOT / ".clang-tidy").read_bytes())
    total.update((tree.ROOT / "tools/pins/check.txt").read_bytes())
    for file in closure(path):
        total.update(str(file.relative_to(tree.ROOT)).encode() + b"\0" + file.read_bytes())
    return total.hexdigest()[:32]


def build_folder() -> pathlib.Path | None:
    """The named build folder that was configured last."""
    known = [tree.ROOT / "build" / name for name in ("release", "dev")]
    known = [folder for folder in known if (folder / "compile_commands.json").is_file()]
    return max(known, key=lambda folder: (folder / "compile_commands.json").stat().st_mtime, default=None)


def chosen(compiled: set[str], everything: bool, staged: bool) -> list[str]:
    """Sources to read: those that changed, and for a changed header the source or test of the same name."""
    if everything:
        return sorted(compiled)
    wanted = set()
    for name in tree.changed(staged):
        stem = name.removesuffix(".h")
        candidates = [stem + ".cc", stem + "_test.cc"] if name.endswith(".h") else [name]
        wanted |= {candidate for candidate in candidates if candidate in compiled}
    return sorted(wanted)


def commands_of(folder: pathlib.Path) -> list[dict[str, str]]:
    """How each file is compiled, precompiled headers aside: they are gcc's, and would hide an include that a file lacks."""
    commands = json.loads((folder / "compile_commands.json").read_text())
    return [entry | {"command": PRECOMPILED.sub("", entry["command"])} for entry in commands]


def tidy(folder: pathlib.Path, name: str) -> tuple[str, str]:
    """The file's name and what is wrong with it, or nothing."""
    stamp = CLEAN / digest(tree.ROOT / name)
    if stamp.exists():
        return name, ""
    done = subprocess.run([TIDY, "-p", folder, "--quiet", tree.ROOT / name], capture_output=True, text=True, cwd=tree.ROOT)
    if done.returncode != 0:
        return name, done.stdout or done.stderr
    stamp.touch()
    return name, ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--all", action="store_true", help="every source, not only what changed")
    parser.add_argument("--staged", action="store_true", help="only what the next commit takes")
    options = parser.parse_args()
    folder = build_folder()
    if not TIDY.exists() or folder is None:
        print(f"clang-tidy: nothing is {'configured' if TIDY.exists() else 'installed'} yet: tools/setup --tests && tools/build dev")
        return 0 if options.staged else 1
    commands = commands_of(folder)
    compiled = {os.path.relpath(os.path.join(entry["directory"], entry["file"]), tree.ROOT) for entry in commands}
    compiled = {name for name in compiled if name.startswith(("src/", "examples/"))}
    names = chosen(compiled, options.all, options.staged)
    CLEAN.mkdir(parents=True, exist_ok=True)
    (CLEAN / "compile_commands.json").write_text(json.dumps(commands))
    wrong = 0
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for done, (name, complaint) in enumerate(pool.map(functools.partial(tidy, CLEAN), names), 1):
            if complaint:
                wrong += 1
                print(f"{name}\n{complaint}", flush=True)
            if done % 20 == 0:
                print(f"clang-tidy: {done} of {len(names)} files", file=sys.stderr, flush=True)
    print(f"clang-tidy: {len(names)} files read, {wrong} with complaints")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
