"""One parcel under many cameras: one verdict in time, with real pictures through the real binary."""
import importlib
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import grpc

import ean13
from callback_target import SECRET, Target
from served import BUILD, ROOT, Folder, Server
from test_job_doors import read_events
from test_jobs import kill, wait_until
from test_parcel import multipart

JOBS = "/v1/pipelines/parcel/jobs"
PARCELS = "/v1/pipelines/parcel/parcels"
CONFIG = """
limits: {{ keep_jobs_s: 3600 }}
pipelines:
  parcel:
    text: false
    rescue_deadline_ms: 250
    codes_deadline_ms: 60000
    cameras: {{ expected: 3, deadline_ms: {deadline}, formats: [{formats}] }}
{jobs}
"""
LOOKS = 20_000  # at a parcel, each a millisecond or so, before a test gives up
JOBS_CONFIG = """
jobs:
  folder: jobs
  running: 1
  callbacks: { secret_file: secret, first_retry_ms: 20 }
"""


class Tunnel(Folder):
    def __init__(self, deadline: int = 60_000, formats: str = "", keeps: bool = False):
        super().__init__({"secret": SECRET + "\n", "crossdock.yaml": CONFIG.format(
            deadline=deadline, formats=formats, jobs=JOBS_CONFIG if keeps else "")})


def send(server: Server, parcel: str, picture: bytes, query: str = "", wait: int = 0, **headers):
    """A picture of the parcel: status and job."""
    fields = {"Content-Type": "image/png", "X-Crossdock-Parcel": parcel, **headers}
    if wait:
        fields["Prefer"] = f"wait={wait}"
    return server.json("POST", JOBS + query, picture, fields)


def verdict(server: Server, parcel: str, wait: int = 60):
    return server.json("GET", f"{PARCELS}/{parcel}", headers={"Prefer": f"wait={wait}"})


def wait_until_seen(server: Server, parcel: str, pictures: int):
    for _ in range(LOOKS):
        if len(server.json("GET", f"{PARCELS}/{parcel}")[1].get("pictures", [])) >= pictures:
            return
    raise AssertionError(f"{parcel}: {pictures} pictures were not read")


class DrawnParcels(unittest.TestCase):
    """Five pictures a parcel, one with another parcel's code in view, one late."""

    def test_every_verdict_is_right_and_every_late_picture_is_marked(self):
        parcels = 12
        with Tunnel(formats="Code 128") as tunnel, tunnel.serve() as server:
            run = subprocess.run([str(BUILD / "crossdock-hub"), "tunnel", "--json", "--parcels", str(parcels), "--seed", "11",
                                  "--verdict-ms", "2000", "--address", f"127.0.0.1:{server.http_port}"],
                                 capture_output=True, text=True, timeout=300)
            self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
            counts = json.loads(run.stdout)
            print(f"\n  {counts}")
            self.assertEqual((counts["right"], counts["wrong"]), (parcels, 0), counts)
            self.assertEqual((counts["late_marked"], counts["late_changed"]), (parcels, 0), counts)
            self.assertGreaterEqual(counts["neighbour_read"], parcels * 2 // 3, counts)
            metrics = server.request("GET", "/metrics")[2].decode()
            self.assertRegex(metrics, rf'crossdock_parcel_late_pictures_total{{after="deadline"}} {parcels}\b')


class Verdicts(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.tunnel = Tunnel()
        cls.server = cls.tunnel.serve()
        cls.code = ean13.number(1)
        cls.picture, cls.other, cls.blank = ean13.png(cls.code), ean13.png(ean13.number(2)), ean13.blank()

    @classmethod
    def tearDownClass(cls):
        cls.server.__exit__()
        cls.tunnel.__exit__()

    def test_what_was_read_is_told_at_every_door(self):
        jobs = []
        for name in ("top", "left"):  # they are told in the order in which they were read
            jobs.append(send(self.server, "doors", self.blank, **{"X-Crossdock-Camera": name})[1])
            wait_until_seen(self.server, "doors", len(jobs))
        status, last = send(self.server, "doors", self.picture, wait=60, **{"X-Crossdock-Camera": "right"})
        self.assertEqual(status, 200, last)
        told = last["parcel"]
        self.assertEqual((told["state"], told["text"], told["format"], told["late"]), ("read", self.code, "EAN-13", False))
        self.assertEqual((told["because"], told["expected"]), ("all_seen", 3))
        self.assertEqual([picture.get("camera") for picture in told["pictures"]], ["top", "left", "right"])
        self.assertEqual(told["candidates"][0]["reads"][0]["camera"], "right")
        self.assertEqual(told["candidates"][0]["reads"][0]["job"], last["id"])
        for job in jobs:  # by asking, and by events
            self.assertEqual(self.server.json("GET", f"{JOBS}/{job['id']}", headers={"Prefer": "wait=60"})[1]["parcel"], told)
            self.assertEqual(read_events(self.server, f"{JOBS}/{job['id']}/events")[-1][1]["parcel"], told)
        status, parcel = verdict(self.server, "doors")
        self.assertEqual((status, parcel["state"], parcel["text"]), (200, "read", self.code))
        self.assertEqual([picture["late"] for picture in parcel["pictures"]], [False] * 3)

    def test_a_picture_after_the_verdict_is_answered_late_and_changes_nothing(self):
        for _ in range(2):  # the third could not change it
            send(self.server, "settled", self.picture)
        before = verdict(self.server, "settled")[1]
        self.assertEqual((before["state"], before["because"]), ("read", "settled"))
        late = send(self.server, "settled", self.other, wait=60)[1]
        self.assertEqual((late["parcel"]["late"], late["parcel"]["past_deadline"]), (True, False))
        self.assertEqual(late["codes"][0]["text"], ean13.number(2))
        after = verdict(self.server, "settled")[1]
        self.assertEqual((after["text"], after["candidates"]), (self.code, before["candidates"]))
        self.assertEqual(after["pictures"][-1]["late"], True)

    def test_two_codes_seen_equally_well_are_a_conflict(self):
        body, content_type = multipart([("parcel", "text/plain", b"two"), ("cameras", "text/plain", b"2"),
                                        ("picture", "image/png", self.picture), ("picture", "image/png", self.other)])
        status, job = self.server.json("POST", JOBS, body, {"Content-Type": content_type, "Prefer": "wait=60"})
        self.assertEqual((status, job["parcel"]["state"]), (200, "conflict"), job)
        self.assertEqual({c["text"] for c in job["parcel"]["candidates"]}, {self.code, ean13.number(2)})
        self.assertNotIn("text", job["parcel"])

    def test_nothing_read_is_no_read_and_a_broken_picture_is_in(self):
        body, content_type = multipart([("parcel", "text/plain", b"none"), ("cameras", "text/plain", b"2"),
                                        ("camera", "text/plain", b"top"), ("camera", "text/plain", b"left"),
                                        ("picture", "image/png", self.blank), ("picture", "image/png", b"no picture")])
        status, job = self.server.json("POST", JOBS, body, {"Content-Type": content_type, "Prefer": "wait=60"})
        self.assertEqual((status, job["parcel"]["state"], job["parcel"]["because"]), (200, "no_read", "all_seen"), job)
        self.assertEqual(job["parcel"]["pictures"][1]["error"]["code"], "invalid_argument")

    def test_the_verdict_comes_at_the_diverters_deadline_when_pictures_are_missing(self):
        job = send(self.server, "deadline", self.picture, "?verdict_ms=1500&until=verdict", wait=60)[1]
        told = job["parcel"]
        self.assertEqual((told["state"], told["because"], told["after_ms"], told["deadline_ms"]), ("read", "deadline", 1500, 1500))
        late = send(self.server, "deadline", self.other, wait=60)[1]
        self.assertEqual((late["parcel"]["late"], late["parcel"]["past_deadline"]), (True, True))
        self.assertEqual(late["parcel"]["text"], self.code)

    def test_a_parcel_is_shown_to_its_tenant_only(self):
        send(self.server, "mine", self.picture, "?cameras=1", wait=60, **{"X-Crossdock-Tenant": "a"})
        self.assertEqual(verdict(self.server, "mine")[0], 404)
        self.assertEqual(self.server.json("GET", f"{PARCELS}/mine", headers={"X-Crossdock-Tenant": "a"})[1]["state"], "read")

    def test_bad_input_names_its_field(self):
        cases = [("?cameras=0", {}, "cameras"), ("?cameras=many", {}, "cameras"), ("?cameras=65", {}, "cameras"),
                 ("?verdict_ms=-1", {}, "verdict_ms"), ("?parcel=", {}, "parcel"), ("?until=later", {}, "until"),
                 ("", {"X-Crossdock-Cameras": "x"}, "X-Crossdock-Cameras"), ("", {"X-Crossdock-Parcel": "a" * 256}, "X-Crossdock-Parcel")]
        for query, headers, field in cases:
            status, answer = self.server.json("POST", JOBS + query, self.picture, {"Content-Type": "image/png", **headers})
            self.assertEqual((status, answer["field"]), (400, field), answer)
        body, content_type = multipart([("camera", "text/plain", b"top"), ("picture", "image/png", self.picture),
                                        ("picture", "image/png", self.picture)])
        status, answer = self.server.json("POST", JOBS, body, {"Content-Type": content_type})
        self.assertEqual((status, answer["field"]), (400, "camera"), answer)
        self.assertEqual(verdict(self.server, "never-seen", 0)[0], 404)


class KeptParcels(unittest.TestCase):
    def test_pictures_that_wait_on_disk_do_not_hold_each_other_up_and_the_verdict_is_called_back(self):
        with Tunnel(keeps=True) as tunnel, Target() as target, tunnel.serve() as server:
            picture = ean13.png(ean13.number(5))
            for _ in range(3):  # one runs at once; each would wait for the others
                send(server, "kept", picture, f"?callback={target.url}")
            wait_until(lambda: len(target.by_job()) >= 3, what="three callbacks")
            self.assertEqual(verdict(server, "kept")[1]["text"], ean13.number(5))
            for _, letter in target.letters:
                self.assertEqual(letter["data"]["parcel"]["state"], "read", letter)

    def test_a_picture_that_is_taken_up_after_a_kill_is_late_and_opens_no_parcel(self):
        with Tunnel(keeps=True, deadline=1) as tunnel:
            with tunnel.serve() as server:
                jobs = [send(server, f"killed-{n}", ean13.png(ean13.number(n)))[1] for n in range(20)]
                kill(server)
            with tunnel.serve() as server:
                ended = [server.json("GET", f"{JOBS}/{job['id']}", headers={"Prefer": "wait=60"})[1] for job in jobs]
                self.assertEqual({job["state"] for job in ended}, {"done"})
                again = [job["parcel"] for job in ended if job["parcel"]["state"] == "unknown"]
                self.assertTrue(again, ended)
                self.assertTrue(all(parcel["late"] for parcel in again))
                self.assertEqual(verdict(server, again[0]["parcel"], 0)[0], 404)


class OverGrpc(unittest.TestCase):
    def test_a_parcel_is_named_and_its_verdict_told(self):
        with tempfile.TemporaryDirectory() as made:
            subprocess.run(["protoc", f"--proto_path={ROOT}/src/net/grpc", f"--python_out={made}", "jobs.proto"], check=True)
            sys.path.insert(0, made)
            m = importlib.import_module("jobs_pb2")
            sys.path.remove(made)
        with Tunnel() as tunnel, tunnel.serve() as server, grpc.insecure_channel(f"127.0.0.1:{server.grpc_port}") as channel:
            def call(name, request):
                return channel.unary_unary(f"/crossdock.v1.Jobs/{name}", request_serializer=type(request).SerializeToString,
                                           response_deserializer=m.Job.FromString)(request, timeout=60)
            pictures = [ean13.png(ean13.number(1)), ean13.blank()]
            job = call("Submit", m.SubmitJobRequest(pictures=pictures, parcel="p", cameras=2, camera=["top", "left"]))
            told = call("Get", m.GetJobRequest(id=job.id, wait_ms=60_000, until_verdict=True)).parcel
            self.assertEqual((told.parcel, told.state, told.late, told.because), ("p", "read", False, "all_seen"))
            self.assertEqual((told.candidates[0].text, told.candidates[0].cameras), (ean13.number(1), 1))
            self.assertEqual(verdict(server, "p")[1]["pictures"][1]["camera"], "left")
            for request, field in [(m.SubmitJobRequest(pictures=pictures, parcel="p", camera=["top"]), "camera"),
                                   (m.SubmitJobRequest(pictures=pictures, parcel="p", cameras=65), "cameras"),
                                   (m.SubmitJobRequest(pictures=pictures, parcel="p", verdict_ms=-1), "verdict_ms")]:
                with self.assertRaises(grpc.RpcError) as raised:
                    call("Submit", request)
                self.assertEqual(dict(raised.exception.trailing_metadata()).get("x-crossdock-field"), field)


class NotConfigured(unittest.TestCase):
    def test_a_named_parcel_is_refused_and_says_which_key_is_missing(self):
        with tempfile.TemporaryDirectory() as folder:
            config = pathlib.Path(folder) / "crossdock.yaml"
            config.write_text("pipelines: { parcel: { text: false } }\n")
            with Server("-c", str(config)) as server:
                status, answer = send(server, "p", ean13.png(ean13.number(1)))
                self.assertEqual((status, answer["field"]), (400, "parcel"), answer)
                self.assertIn("pipelines.parcel.cameras", answer["error"])
                self.assertEqual(verdict(server, "p", 0)[0], 404)


if __name__ == "__main__":
    unittest.main()
