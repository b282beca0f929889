"""perf_analyzer 2.48, out of the wheel of tritonclient: one closed or open loop against a server, as figures."""
import csv
import os
import pathlib
import subprocess
import tempfile

from peers import environment


def _libraries() -> str:
    """Where the libraries lie that the wheel leaves to the system: CUDA's runtime from its own wheel, and base64's, from a Debian package
    that is only unpacked where the system does not have it."""
    cuda = environment.site_packages("clients") / "nvidia" / "cuda_runtime" / "lib"
    if list(pathlib.Path("/usr/lib").glob("*/libb64.so.0d")):
        return str(cuda)
    folder = environment.FOLDER / "clients" / "libraries"
    if not list(folder.glob("usr/lib/*/libb64.so.0d")):
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run(["apt-get", "-q", "-o", "Acquire::Retries=3", "-o", "Acquire::http::Timeout=30", "download", "libb64-0d"],
                       cwd=folder, check=True, timeout=180, stdout=subprocess.DEVNULL)
        for package in folder.glob("libb64-0d_*.deb"):
            subprocess.run(["dpkg-deb", "-x", package, folder], check=True)
    return f"{cuda}:{next(folder.glob('usr/lib/*/libb64.so.0d')).parent}"


def measure(protocol: str, port: int, model: str, seconds: float, clients: int = 0, rate: float = 0, shape: str = "",
            distribution: str = "constant") -> dict:
    """Requests a second, and P50, P95 and P99 of the latency in microseconds, over three windows.
    Errors: what perf_analyzer says where it fails."""
    # Three windows, whatever they are: how far they differ is seen between the rounds, and an unstable run would leave no report. More are
    # tried only where one had no answer at all.
    window = max(500, int(1000 * seconds / 3))
    with tempfile.TemporaryDirectory(prefix="bench-perf-") as folder:
        report = pathlib.Path(folder) / "report.csv"
        command = [environment.FOLDER / "clients" / "bin" / "perf_analyzer", "-m", model, "-u", f"127.0.0.1:{port}", "-i", protocol,
                   "--measurement-interval", str(window), "--stability-percentage", "999", "--max-trials", "10", "--percentile", "50",
                   "-f", report]
        if shape:
            command += ["--shape", shape]
        if rate:
            command += ["--request-rate-range", f"{rate:g}", "--request-distribution", distribution]
        else:
            command += ["--concurrency-range", str(clients)]
        ended = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, timeout=20 * seconds + 120,
                               env={**os.environ, "LD_LIBRARY_PATH": _libraries()})
        if not report.exists():
            raise RuntimeError(f"perf_analyzer failed ({ended.returncode}): {(ended.stdout + ended.stderr)[-2000:]}")
        with open(report, newline="", encoding="utf-8") as file:
            row = next(csv.DictReader(file))
    return {"per_second": float(row["Inferences/Second"]),
            **{name: float(row[f"{column} latency"]) for name, column in
               (("p50_us", "p50"), ("p95_us", "p95"), ("p99_us", "p99"))}}
