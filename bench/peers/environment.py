"""Python environments for the peers: each its own, from pinned wheels, below a folder that git ignores.

CROSSDOCK_PEERS names another folder, so that several checkouts can share what was installed once.
"""
import hashlib
import os
import pathlib
import signal
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PINS = ROOT / "bench" / "peers" / "pins"
FOLDER = pathlib.Path(os.environ.get("CROSSDOCK_PEERS", ROOT / ".cache" / "peers"))


def python_of(name: str) -> pathlib.Path:
    return FOLDER / name / "bin" / "python"


def site_packages(name: str) -> pathlib.Path:
    return next((FOLDER / name / "lib").glob("python3*/site-packages"))


def install(name: str) -> pathlib.Path:
    """Makes the environment `name` from its pins unless it is there already; its folder."""
    release = "%d.%d" % sys.version_info[:2]
    pins = PINS / f"{name}-{release}.txt"
    if not pins.exists():
        raise RuntimeError(f"{pins.relative_to(ROOT)} is missing: the peers are pinned for Python 3.11 alone, and this is {release} "
                           f"(bench/peers/README.md says how to make pins)")
    folder = FOLDER / name
    stamp = folder / "pins.sha256"
    lines = [line for line in pins.read_text().splitlines() if not line.startswith("#")]
    wanted = hashlib.sha256("\n".join(lines).encode()).hexdigest()
    if stamp.exists() and stamp.read_text() == wanted:
        return folder
    print(f"-- installing {name} into {folder}", file=sys.stderr)
    subprocess.run([sys.executable, "-m", "venv", "--clear", folder], check=True)
    subprocess.run([folder / "bin" / "pip", "install", "-q", "--disable-pip-version-check", "--no-deps", "--require-hashes",
                    "--only-binary=:all:", "-r", pins], check=True)
    stamp.write_text(wanted)
    return folder


def run_in(name: str) -> None:
    """Starts this very script again with the Python of the environment `name`, unless that is running it. From then on SIGTERM ends it as
    Ctrl-C does, so that it stops what it started."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    folder = install(name)
    if pathlib.Path(sys.prefix).resolve() != folder.resolve():
        os.execv(folder / "bin" / "python", [str(folder / "bin" / "python"), *sys.argv])


def version_of(name: str, package: str) -> str:
    """The version of a package as the environment has it; empty if it has none."""
    found = list(site_packages(name).glob(f"{package.replace('-', '_')}-*.dist-info"))
    return found[0].name.removesuffix(".dist-info").split("-", 1)[1] if found else ""
