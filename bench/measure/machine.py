"""What a figure was measured on; stands in every file of results."""
import datetime
import os
import pathlib
import platform
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def _line(file: str, key: str) -> str:
    try:
        for line in pathlib.Path(file).read_text(encoding="utf-8").splitlines():
            if line.startswith(key):
                return line.split(":" if ":" in line else "=", 1)[1].strip().strip('"')
    except FileNotFoundError:
        pass
    return ""


def facts() -> dict:
    commit = subprocess.run(["git", "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True, text=True, check=False)
    flags = set(_line("/proc/cpuinfo", "flags").split())
    return {
        "date": datetime.date.today().isoformat(),
        "commit": commit.stdout.strip(),
        "processor": _line("/proc/cpuinfo", "model name"),
        "cores": len(os.sched_getaffinity(0)),
        "instructions": [name for name in ("avx2", "avx512f", "avx512_vnni", "amx_int8", "amx_bf16") if name in flags],
        "memory_gib": round(int(_line("/proc/meminfo", "MemTotal").split()[0]) / 2**20),
        "system": _line("/etc/os-release", "PRETTY_NAME"),
        "kernel": platform.release(),
        "load_average_before": round(os.getloadavg()[0], 2),
    }
