#!/usr/bin/env python3
"""The front ends alone: an identity model on FP32 [4,16], so that what is measured is receiving, parsing, handing over and answering.

    bench/front_end.py                        about 15 minutes; writes bench/results/front_end.json
    bench/front_end.py --quick                whether it works, in two minutes
    bench/front_end.py --protocols http --clients 1,4 --seconds 6 --rounds 4

The same perf_analyzer 2.48 against Crossdock (the whole server with the fake engine, which has no result cache), against Triton 2.51 on the
path where its response cache answers, and against a bare Boost.Beast server that answers with bytes made before. There and back again
(A B C, C B A), all in one run. Processor seconds are those of the server's processes, by requests that the server itself counted.
"""
import http.client
import json
import os
import pathlib
import shutil
import statistics
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from peers import environment  # noqa: E402

if __name__ == "__main__":
    environment.run_in("clients")
from measure import perf_analyzer, run  # noqa: E402
from peers.process import processor_seconds  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
SHAPE = "x:4,16"


def candidates(build: pathlib.Path) -> list:
    os.environ["CROSSDOCK_BUILD"] = str(build.resolve())
    from peers.bare_peer import Bare
    from peers.crossdock_peer import Crossdock
    from peers.triton_peer import CachedTriton

    class Identity(Crossdock):
        """The whole server, its fake engine behind it."""
        name = "Crossdock"

        def start(self):
            self.folder = tempfile.TemporaryDirectory(prefix="bench-crossdock-")
            shutil.copy(HERE / "identity.fake", self.folder.name)
            self.serve("--models", self.folder.name)

    none = pathlib.Path()
    return [Identity({}, none), CachedTriton({}, none), Bare({}, none)]


def statistics_of(peer) -> dict:
    connection = http.client.HTTPConnection("127.0.0.1", peer.http_port, timeout=10)
    try:
        connection.request("GET", "/v2/models/identity/stats")
        return json.loads(connection.getresponse().read())["model_stats"][0]["inference_stats"]
    finally:
        connection.close()


def measure(peer, protocol: str, clients: int, seconds: float) -> dict:
    port = peer.http_port if protocol == "http" else peer.grpc_port
    before, used = statistics_of(peer), processor_seconds(peer.pid)
    figures = perf_analyzer.measure(protocol, port, "identity", seconds, clients, shape=SHAPE)
    used = processor_seconds(peer.pid) - used
    after = statistics_of(peer)
    requests = after["success"]["count"] - before["success"]["count"]
    if "cache_hit" in after and peer.name.startswith("Triton"):
        figures["cache_hits"] = (after["cache_hit"]["count"] - before["cache_hit"]["count"]) / max(1, requests)
        if figures["cache_hits"] < 0.99:
            raise RuntimeError(f"Triton answered {100 * figures['cache_hits']:.1f} % from its cache: this is not its fast path")
    figures["processor_s_per_1000"] = 1000 * used / max(1, requests)
    return figures


def medians(rows: list[dict], key: str) -> float:
    return statistics.median(row[key] for row in rows)


def ratio(cell: dict, key: str, to: str) -> float:
    """The median of the rounds' ratios: each round's two figures were taken within a minute."""
    return statistics.median(a[key] / b[key] for a, b in zip(cell["Crossdock"], cell[to]))


def verdicts(cells: dict) -> list[tuple[str, float, float, bool]]:
    """What row 2 asks for: what, figure, bound, whether it is kept."""
    triton, found = "Triton, cache hit", []
    if cell := cells.get("http 1"):
        value = ratio(cell, "p50_us", triton)
        found.append(("HTTP P50 at 1 client, by Triton's", value, 0.75, value <= 0.75))
    if cell := cells.get("http 4"):
        value, bare = ratio(cell, "per_second", triton), ratio(cell, "per_second", "bare Beast server")
        found.append(("HTTP throughput at 4 clients, by Triton's", value, 1.3, value >= 1.3 or bare >= 0.9))
        found.append(("  or by the bare server's", bare, 0.9, value >= 1.3 or bare >= 0.9))
    for name, cell in cells.items():
        if name.startswith("grpc"):
            value = ratio(cell, "per_second", triton)
            found.append((f"gRPC throughput at {name.split()[1]}, by Triton's", value, 1.1, value >= 1.1))
        value = ratio(cell, "processor_s_per_1000", triton)
        found.append((f"processor seconds per 1,000, {name}, by Triton's", value, 0.6, value <= 0.6))
    return found


def main() -> int:
    parser = run.parser_for(__doc__, 6, 4)
    parser.add_argument("--protocols", default="http,grpc")
    parser.add_argument("--clients", default="1,4")
    args = parser.parse_args()
    seconds, rounds = (1.5, 1) if args.quick else (args.seconds, args.rounds)
    peers = candidates(args.build)
    cells: dict[str, dict[str, list]] = {}
    try:
        for peer in peers:
            peer.start()
        for protocol in args.protocols.split(","):
            able = [peer for peer in peers if protocol == "http" or peer.grpc_port]
            for clients in map(int, args.clients.split(",")):
                cell = cells.setdefault(f"{protocol} {clients}", {peer.name: [] for peer in able})
                for peer in able:  # connections, caches, lazily made things
                    perf_analyzer.measure(protocol, peer.http_port if protocol == "http" else peer.grpc_port, "identity", 1, clients, shape=SHAPE)
                for _, peer in run.there_and_back(able, rounds):
                    cell[peer.name].append(measure(peer, protocol, clients, seconds))
                    run.say(f"{protocol} {clients}: {peer.name} {cell[peer.name][-1]['per_second']:.0f}/s")
    finally:
        for peer in peers:
            if peer.pid:
                peer.stop()
    rows = [[f"{name}, {who}", run.spread([r["per_second"] for r in one], 0), run.spread([r["p50_us"] for r in one], 0),
             run.spread([r["p99_us"] for r in one], 0), run.spread([r["processor_s_per_1000"] for r in one], 3)]
            for name, cell in cells.items() for who, one in cell.items()]
    print(run.table(["protocol, clients, server", "requests/s", "P50 us", "P99 us", "processor s / 1,000"], rows))
    judged = verdicts(cells)
    for what, value, bound, kept in judged:
        print(f"{what:52} {value:6.3f}   asked {bound:<5} {'as asked' if kept else 'NOT as asked'}")
    run.save(args, "front_end", {"cells": cells, "verdicts": judged, "versions": {peer.name: peer.version for peer in peers}})
    return 0


if __name__ == "__main__":
    sys.exit(main())
