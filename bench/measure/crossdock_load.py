"""One run of `crossdock load` against any server, as figures."""
import dataclasses
import json
import pathlib
import subprocess
import tempfile


@dataclasses.dataclass
class Load:
    """What is sent, and when: `rate` requests a second (open loop), or `clients` under way (closed loop)."""
    stream: dict
    rate: float = 0
    clients: int = 0
    arrivals: str = "poisson"
    seed: int = 11
    slo_ms: float = 0


def stream_of(call, folder: pathlib.Path) -> dict:
    """A peer's call as a stream; its body becomes a file of the folder."""
    body = folder / f"body-{abs(hash((call.path, len(call.body))))}"
    body.write_bytes(call.body)
    return {"path": call.path, "body": str(body), "content_type": call.content_type, "headers": call.headers}


def send(build: pathlib.Path, port: int, load: Load, seconds: float, warm_up: float) -> dict:
    """One stream; the generator's own report (docs/load.md). Errors: a server that does not answer at all."""
    when = {"concurrency": load.clients} if load.clients else {"rate": load.rate, "arrivals": load.arrivals}
    return send_streams(build, port, [{**load.stream, **when}], seconds, warm_up, load.seed, load.slo_ms)


def send_streams(build: pathlib.Path, port: int, streams: list[dict], seconds: float, warm_up: float, seed: int = 11,
                 slo_ms: float = 0) -> dict:
    """Several streams side by side, with the keys of a scenario's (docs/configuration.md)."""
    scenario = {"address": f"127.0.0.1:{port}", "seconds": seconds, "warm_up_seconds": warm_up, "seed": seed, "slo_ms": slo_ms,
                "timeout_ms": 30_000, "streams": streams}
    with tempfile.TemporaryDirectory(prefix="bench-load-") as folder:
        file, report = pathlib.Path(folder) / "load.yaml", pathlib.Path(folder) / "report.json"
        file.write_text(json.dumps(scenario), encoding="utf-8")  # YAML holds JSON
        ended = subprocess.run([build / "crossdock", "load", file, "--json", report], capture_output=True, text=True, check=False,
                               timeout=seconds + warm_up + 60)
        if not report.exists():
            raise RuntimeError(f"crossdock load: {ended.stderr.strip()}")
        return json.loads(report.read_text(encoding="utf-8"))
