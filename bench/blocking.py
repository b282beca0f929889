#!/usr/bin/env python3
"""What a blocking receiving thread costs everybody else: small requests beside a stream of pictures.

    bench/blocking.py                         about 4 minutes; writes bench/results/blocking.json
    bench/blocking.py --quick                 whether it works, in a minute
    bench/blocking.py --pictures-a-second 30

The hub with codes alone. Pictures come in at a fixed mean rate (Poisson), and beside them small requests to a model that computes nothing. Once
pictures are decoded and read in the codes pool, as shipped, once on the thread that received them (`scheduling.codes_on_receiving`). The P95 of
the small requests, from the moment they were due, is what the blocking costs; there and back again.
"""
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from peers import environment  # noqa: E402

if __name__ == "__main__":
    environment.run_in("clients")
from measure import run  # noqa: E402
from measure.crossdock_load import send_streams  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
SEED, PICTURES = 101, 24


def main() -> int:
    parser = run.parser_for(__doc__, 20, 4)
    parser.add_argument("--pictures-a-second", type=float, default=20)
    parser.add_argument("--small-a-second", type=float, default=100)
    args = parser.parse_args()
    os.environ["CROSSDOCK_BUILD"] = str(args.build.resolve())
    from peers.hub_peers import HubSameSteps

    with_small = {"models:\n": f"models:\n  identity:\n    file: {HERE / 'identity.fake'}\n"}

    class Pooled(HubSameSteps):
        name = "in the codes pool"
        changes = {**HubSameSteps.changes, **with_small}

    class Blocking(HubSameSteps):
        name = "on the receiving thread"
        changes = {**HubSameSteps.changes, **with_small, "scheduling:": "scheduling:\n  codes_on_receiving: true"}

    seconds, rounds, count = (3, 1, 3) if args.quick else (args.seconds, args.rounds, PICTURES)
    rows: dict[str, list[dict]] = {Pooled.name: [], Blocking.name: []}
    with tempfile.TemporaryDirectory(prefix="bench-shift-") as folder:
        subprocess.run([args.build / "crossdock-hub", "draw", "--seed", str(SEED), "--count", str(count), "--out", folder], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        streams = [{"name": "pictures", "pictures": folder, "text": False, "rate": args.pictures_a_second},
                   {"name": "small", "model": "identity", "rate": args.small_a_second}]
        for number, peer in run.there_and_back([Pooled(), Blocking()], rounds):
            with peer:
                report = send_streams(args.build, peer.http_port, streams, seconds, warm_up=min(3, seconds / 2))
            rows[peer.name].append({stream["name"]: stream["latency_ms"] for stream in report["streams"]} | {"valid": report["valid"]})
            run.say(f"round {number + 1}, {peer.name}: small P95 {rows[peer.name][-1]['small']['p95']:.2f} ms"
                    + ("" if report["valid"] else f"; NOT VALID: {report['problems']}"))
    cells = [[f"decoded {name}", *(run.spread([r[what][q] for r in one], 2) for what in ("small", "pictures") for q in ("p50", "p95", "p99"))]
             for name, one in rows.items()]
    print(run.table(["pictures", "small P50 ms", "P95", "P99", "pictures P50 ms", "P95", "P99"], cells))
    ratio = statistics.median(b["small"]["p95"] / a["small"]["p95"] for a, b in zip(rows[Pooled.name], rows[Blocking.name]))
    print(f"blocking makes the small requests' P95 {ratio:.1f} times as long")
    run.save(args, "blocking", {"pictures_a_second": args.pictures_a_second, "small_a_second": args.small_a_second, "seconds": seconds,
                                "ways": rows, "p95_ratio": ratio})
    return 0


if __name__ == "__main__":
    sys.exit(main())
