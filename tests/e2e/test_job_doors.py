"""The same job by its other doors: server-sent events, and gRPC with messages that protoc made."""
import http.client
import importlib
import json
import subprocess
import sys
import tempfile
import unittest

import grpc

import ean13
from served import ROOT, Server
from test_jobs import JOBS, Hub


def read_events(server: Server, path: str) -> list[tuple[str, dict]]:
    """Name and data of every event, up to the end of the stream."""
    connection = http.client.HTTPConnection("127.0.0.1", server.http_port, timeout=120)
    connection.request("GET", path, headers={"Accept": "text/event-stream"})
    response = connection.getresponse()
    assert response.status == 200, response.read()
    assert response.getheader("Content-Type") == "text/event-stream"
    events = []
    for block in response.read().decode().split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.splitlines() if not line.startswith(":"))
        if fields:
            events.append((fields["event"], json.loads(fields["data"])))
    connection.close()
    return events


class Events(unittest.TestCase):
    def test_a_job_is_told_from_its_acceptance_to_its_end(self):
        with Hub(running=1) as hub, hub.serve() as server:
            for n in range(5):  # the last one waits for the others
                status, job = server.json("POST", JOBS, ean13.png(ean13.number(n)), {"Content-Type": "image/png"})
                self.assertEqual(status, 202)
            events = read_events(server, f"{JOBS}/{job['id']}/events")
            self.assertEqual(events[-1][0], "done")
            self.assertEqual(events[-1][1]["codes"][0]["text"], ean13.number(4))
            self.assertEqual({data["id"] for _, data in events}, {job["id"]})
            self.assertEqual([name for name, _ in read_events(server, f"{JOBS}/{job['id']}/events")], ["done"])
            self.assertEqual(server.request("HEAD", f"{JOBS}/{job['id']}/events")[0], 200)
            self.assertEqual(server.json("GET", f"{JOBS}/nobody/events")[0], 404)

    def test_a_stop_ends_the_events_of_a_job_that_waits(self):
        with Hub(running=1) as hub, hub.serve() as server:
            jobs = [server.json("POST", JOBS, ean13.png(ean13.number(n)), {"Content-Type": "image/png"})[1] for n in range(20)]
            connection = http.client.HTTPConnection("127.0.0.1", server.http_port, timeout=60)
            connection.request("GET", f"{JOBS}/{jobs[-1]['id']}/events")
            response = connection.getresponse()
            self.assertEqual(server.stop(), 0)
            self.assertIn(b"event: ", response.read())


class Grpc(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.made = tempfile.TemporaryDirectory()
        subprocess.run(["protoc", f"--proto_path={ROOT}/src/net/grpc", f"--python_out={cls.made.name}", "jobs.proto"], check=True)
        sys.path.insert(0, cls.made.name)
        cls.messages = importlib.import_module("jobs_pb2")

    @classmethod
    def tearDownClass(cls):
        sys.path.remove(cls.made.name)
        cls.made.cleanup()

    def method(self, channel, name: str, request: str):
        kind = channel.unary_stream if name == "Watch" else channel.unary_unary
        return kind(f"/crossdock.v1.Jobs/{name}", request_serializer=getattr(self.messages, request).SerializeToString,
                    response_deserializer=self.messages.Job.FromString)

    def test_submit_watch_get_and_cancel(self):
        m = self.messages
        with Hub(running=1) as hub, hub.serve() as server, grpc.insecure_channel(f"127.0.0.1:{server.grpc_port}") as channel:
            submit, get = self.method(channel, "Submit", "SubmitJobRequest"), self.method(channel, "Get", "GetJobRequest")
            watch, cancel = self.method(channel, "Watch", "WatchJobRequest"), self.method(channel, "Cancel", "CancelJobRequest")
            picture = ean13.png(ean13.number(7))
            job = submit(m.SubmitJobRequest(pictures=[picture], waybill="WB7", idempotency_key="seven"))
            states = list(watch(m.WatchJobRequest(id=job.id), timeout=120))
            self.assertEqual(states[-1].state, m.Job.DONE)
            self.assertEqual([code.text for code in states[-1].codes], [ean13.number(7)])
            self.assertEqual(states[-1].waybill, "WB7")
            self.assertEqual(len(states[-1].codes[0].corners), 4)
            again = submit(m.SubmitJobRequest(pictures=[picture], waybill="WB7", idempotency_key="seven"))
            self.assertEqual((again.id, again.repeated_key), (job.id, True))
            self.assertEqual(get(m.GetJobRequest(id=job.id, wait_ms=1000)).state, m.Job.DONE)
            # The same job over HTTP.
            self.assertEqual(server.json("GET", f"{JOBS}/{job.id}")[1]["codes"][0]["text"], ean13.number(7))
            waiting = [submit(m.SubmitJobRequest(pictures=[ean13.png(ean13.number(n))])) for n in range(30)]
            self.assertIn(cancel(m.CancelJobRequest(id=waiting[-1].id)).state, (m.Job.QUEUED, m.Job.RUNNING, m.Job.CANCELLED, m.Job.DONE))
            self.assertIn(get(m.GetJobRequest(id=waiting[-1].id, wait_ms=60000)).state, (m.Job.CANCELLED, m.Job.DONE))

    def test_errors_name_their_field(self):
        m = self.messages
        with Hub() as hub, hub.serve() as server, grpc.insecure_channel(f"127.0.0.1:{server.grpc_port}") as channel:
            def fails(name, request, message):
                with self.assertRaises(grpc.RpcError) as raised:
                    answer = self.method(channel, name, request)(message, timeout=60)
                    list(answer) if name == "Watch" else None
                return raised.exception.code(), dict(raised.exception.trailing_metadata() or ()).get("x-crossdock-field")
            self.assertEqual(fails("Get", "GetJobRequest", m.GetJobRequest(id="nobody"))[0], grpc.StatusCode.NOT_FOUND)
            self.assertEqual(fails("Watch", "WatchJobRequest", m.WatchJobRequest(id="nobody"))[0], grpc.StatusCode.NOT_FOUND)
            self.assertEqual(fails("Submit", "SubmitJobRequest", m.SubmitJobRequest()), (grpc.StatusCode.INVALID_ARGUMENT, "pictures"))
            self.assertEqual(fails("Submit", "SubmitJobRequest", m.SubmitJobRequest(pictures=[b"x"], tier="urgent")),
                             (grpc.StatusCode.INVALID_ARGUMENT, "tier"))
            self.assertEqual(fails("Submit", "SubmitJobRequest", m.SubmitJobRequest(pictures=[b"x"], callback="http://example.com/")),
                             (grpc.StatusCode.INVALID_ARGUMENT, "callback"))


if __name__ == "__main__":
    unittest.main()
