"""The files of this checkout, for the checks."""

import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
SKIPPED = (".git/", ".deps/", ".cache/", "build/")


def git(*arguments: str) -> list[str]:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True)
    return done.stdout.splitlines() if done.returncode == 0 else []


def files(*suffixes: str, under: str = "") -> list[str]:
    """Paths relative to the root, sorted: tracked ones and new ones that git does not ignore."""
    names = git("ls-files", "--cached", "--others", "--exclude-standard")
    if not names:  # an unpacked archive
        names = [str(path.relative_to(ROOT)) for path in ROOT.rglob("*") if path.is_file()]
    wanted = {
        name
        for name in names
        if name.startswith(under) and not name.startswith(SKIPPED) and (not suffixes or name.endswith(suffixes))
    }
    return sorted(name for name in wanted if (ROOT / name).is_file())


def base_commit() -> str:
    """What the present work is compared with: where it left the main branch, or else the commit before."""
    head = git("rev-parse", "HEAD")
    for branch in ("origin/main", "main"):
        base = git("merge-base", branch, "HEAD")
        if base and base != head:
            return base[0]
    parent = git("rev-parse", "HEAD~1")
    return parent[0] if parent else ""


def changed(staged: bool = False) -> set[str]:
    """Paths that differ from the base commit, committed or not; with `staged`, only what the next commit would take."""
    if staged:
        return set(git("diff", "--cached", "--name-only", "--diff-filter=d"))
    base = base_commit()
    names = set(git("diff", "--name-only", "--diff-filter=d", base)) if base else set(files())
    return names | set(git("ls-files", "--others", "--exclude-standard"))
