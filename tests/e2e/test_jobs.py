"""Jobs that outlive the process: kills, a full disk, keys, callbacks, cancelling."""
import concurrent.futures
import contextlib
import http.client
import json
import os
import pathlib
import random
import subprocess
import tempfile
import threading
import time
import unittest

import ean13
from callback_target import SECRET, Target
from served import Folder, Server

JOBS = "/v1/pipelines/parcel/jobs"
CONFIG = """
limits: {{ keep_jobs_s: 3600 }}
pipelines: {{ parcel: {{ text: false, rescue_deadline_ms: 0, codes_deadline_ms: 60000 }} }}
jobs:
  folder: {folder}
  reserve_mib: {reserve}
  running: {running}
  callbacks: {{ secret_file: secret, attempts: {attempts}, first_retry_ms: 20, longest_retry_ms: 200, timeout_ms: 500 }}
"""


class Hub(Folder):
    """A folder with a configuration, on which servers are started one after the other."""

    def __init__(self, jobs_folder: str = "jobs", reserve: int = 0, running: int = 0, attempts: int = 200):
        super().__init__({"secret": SECRET + "\n", "crossdock.yaml": CONFIG.format(
            folder=jobs_folder, reserve=reserve, running=running, attempts=attempts)})


def kill(server: Server):
    server.process.kill()
    server.process.wait()


def wait_until(condition, seconds: float = 120, what: str = "it"):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"{what} did not happen in {seconds} s")
        time.sleep(0.02)


def waybill(n: int) -> str:
    return f"WB{n:06d}"


class Poster:
    """Sends numbered jobs, each with its own code, waybill and key, and remembers what was told as accepted."""

    def __init__(self, callback: str | None = None, padding: int = 0):
        self.callback, self.padding = callback, padding
        self.accepted: dict[int, str] = {}  # number to job id
        self.refused: dict[int, dict] = {}
        self.moved: list[int] = []  # a key that gave another job the second time
        self.lock = threading.Lock()

    def post(self, server: Server, n: int) -> int:
        headers = {"Content-Type": "image/png", "Idempotency-Key": f"key-{n}"}
        if self.callback:
            headers["X-Crossdock-Callback"] = self.callback
        status, job = server.json("POST", f"{JOBS}?waybill={waybill(n)}", ean13.png(ean13.number(n), self.padding), headers)
        with self.lock:
            if status in (200, 202):
                if self.accepted.setdefault(n, job["id"]) != job["id"]:
                    self.moved.append(n)
                self.refused.pop(n, None)
            else:
                self.refused[n] = {**job, "status": status}
        return status

    def post_all(self, server: Server, numbers, threads: int = 16):
        def one(n):
            with contextlib.suppress(OSError, http.client.HTTPException, ValueError):
                self.post(server, n)

        with concurrent.futures.ThreadPoolExecutor(threads) as pool:
            list(pool.map(one, numbers))

    def check_all(self, test: unittest.TestCase, server: Server, seconds: float = 300):
        """Every accepted job ends as done, with its own code and waybill."""
        end = time.monotonic() + seconds
        connection = http.client.HTTPConnection("127.0.0.1", server.http_port, timeout=60)
        for n, job_id in sorted(self.accepted.items()):
            while True:
                connection.request("GET", f"{JOBS}/{job_id}", headers={"Prefer": "wait=10"})
                response = connection.getresponse()
                job = json.loads(response.read())
                test.assertEqual(response.status, 200, (n, job))
                if job["state"] not in ("queued", "running"):
                    break
                test.assertLess(time.monotonic(), end, "the jobs did not end in time")
            test.assertEqual(job["state"], "done", (n, job))
            test.assertEqual([code["text"] for code in job["codes"]], [ean13.number(n)], (n, job))
            test.assertEqual(job["waybill"], waybill(n))
        connection.close()
        test.assertEqual(self.moved, [])


class Kills(unittest.TestCase):
    def test_a_thousand_accepted_jobs_survive_ten_kills(self):
        count, dice, poster = 1000, random.Random(20260101), Poster()
        with Hub() as hub:
            for round_number in range(10):
                server = hub.serve()
                before = len(poster.accepted)
                share = before + count // 10
                missing = [n for n in range(share) if n not in poster.accepted]
                sender = threading.Thread(target=poster.post_all, args=(server, missing))
                sender.start()
                # Somewhere in the midst of accepting this round's share, or of working on it.
                until = before + dice.randrange(1, count // 10 + 1)
                wait_until(lambda: len(poster.accepted) >= until or not sender.is_alive())
                kill(server)
                sender.join()
                server.__exit__()
            with hub.serve() as server:
                poster.post_all(server, [n for n in range(count) if n not in poster.accepted])
                self.assertEqual(len(poster.accepted), count)
                self.assertEqual(len(set(poster.accepted.values())), count)
                poster.check_all(self, server)
                # What was accepted before a kill is the same job for its key.
                for n in dice.sample(range(count), 20):
                    self.assertIn(poster.post(server, n), (200, 202))
                self.assertEqual(poster.moved, [])

    def test_an_orderly_stop_keeps_them_too(self):
        poster = Poster()
        with Hub(running=1) as hub:
            with hub.serve() as server:
                poster.post_all(server, range(60))
            self.assertEqual(len(poster.accepted), 60)
            with hub.serve() as server:
                poster.check_all(self, server)

    def test_a_second_server_on_the_folder_is_refused(self):
        with Hub() as hub, hub.serve():
            with self.assertRaisesRegex(RuntimeError, "another server"):
                hub.serve()


def mount_small_disk(folder: pathlib.Path, size: str) -> bool:
    folder.mkdir()
    return subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)], capture_output=True).returncode == 0


class FullDisk(unittest.TestCase):
    def setUp(self):
        if os.geteuid() != 0:
            self.skipTest("a small disk can be mounted by root only")
        self.temporary = tempfile.TemporaryDirectory()
        self.disk = pathlib.Path(self.temporary.name) / "disk"
        if not mount_small_disk(self.disk, "12m"):
            self.temporary.cleanup()
            self.skipTest("this machine lets nobody mount a tmpfs")

    def tearDown(self):
        subprocess.run(["umount", "-l", str(self.disk)], check=True)
        self.temporary.cleanup()

    def fill(self, leave: int):
        """Leaves so many bytes free; the server may take them, or some before, while this goes on."""
        with contextlib.suppress(OSError), open(self.disk / "filler", "wb", buffering=0) as filler:
            while (room := (free := os.statvfs(self.disk)).f_bavail * free.f_frsize - leave) > 0:
                filler.write(bytes(min(room, 65536)))

    def test_a_full_disk_refuses_new_jobs_keeps_the_accepted_and_recovers(self):
        poster = Poster(padding=200_000)
        with Hub(jobs_folder=str(self.disk / "jobs"), running=1) as hub:
            with hub.serve() as server:
                self.assertEqual(poster.post(server, 0), 202)
                self.fill(leave=1_500_000)
                poster.post_all(server, range(1, 60))
                self.assertGreater(len(poster.refused), 0, "the disk was not full")
                for refusal in poster.refused.values():
                    self.assertEqual(refusal["status"], 507, refusal)
                    self.assertIn("full", refusal["error"])
                refused = sorted(poster.refused)
                (self.disk / "filler").unlink()
                self.assertEqual(poster.post(server, refused[0]), 202)
                poster.check_all(self, server)
                kill(server)
            with hub.serve() as server:
                poster.check_all(self, server)

    def test_jobs_that_end_on_a_full_disk_are_written_when_there_is_room(self):
        poster = Poster(padding=20_000)
        with Hub(jobs_folder=str(self.disk / "jobs"), running=1) as hub, hub.serve() as server:
            poster.post_all(server, range(30))
            self.fill(leave=0)
            poster.check_all(self, server)
            (self.disk / "filler").unlink()

            def written():
                metrics = server.request("GET", "/metrics")[2].decode()
                return 'crossdock_jobs{state="unwritten"} 0' in metrics
            wait_until(written, what="writing the ends")
            kill(server)
            with hub.serve() as again:
                poster.check_all(self, again)


class Keys(unittest.TestCase):
    def test_a_key_means_one_job_and_other_content_is_refused(self):
        with Hub() as hub, hub.serve() as server:
            picture, other = ean13.png(ean13.number(1)), ean13.png(ean13.number(2))
            headers = {"Content-Type": "image/png", "Idempotency-Key": "parcel-1"}
            status, first = server.json("POST", JOBS, picture, headers)
            self.assertEqual(status, 202)
            status, _, body = server.request("POST", JOBS, picture, {**headers, "Prefer": "wait=30"})
            self.assertEqual((status, json.loads(body)["id"]), (200, first["id"]))
            status, reply_headers, _ = server.request("POST", JOBS, picture, headers)
            self.assertEqual((status, reply_headers["Idempotency-Replayed"]), (200, "true"))
            status, error = server.json("POST", JOBS, other, headers)
            self.assertEqual(status, 422)
            self.assertEqual(error["field"], "Idempotency-Key")
            status, error = server.json("POST", JOBS, picture, {"Idempotency-Key": "x" * 300})
            self.assertEqual((status, error["field"]), (400, "Idempotency-Key"))

    def test_a_job_is_shown_to_its_own_tenant_and_pipeline_only(self):
        with Hub() as hub, hub.serve() as server:
            mine = {"Content-Type": "image/png", "X-Crossdock-Tenant": "hub-7", "X-Request-Id": "a/b"}
            status, headers, _ = server.request("POST", JOBS, ean13.png(ean13.number(1)), mine)
            self.assertEqual((status, headers["Location"]), (202, JOBS + "/a%2Fb"))
            self.assertEqual(server.json("GET", headers["Location"], headers=mine)[0], 200)
            self.assertEqual(server.json("GET", headers["Location"])[0], 404)
            self.assertEqual(server.json("DELETE", headers["Location"], headers={"X-Crossdock-Tenant": "hub-8"})[0], 404)
            self.assertEqual(server.json("GET", "/v1/pipelines/other/jobs/a%2Fb", headers=mine)[0], 404)

    def test_a_waiting_job_can_be_cancelled(self):
        poster = Poster()
        with Hub(running=1) as hub, hub.serve() as server:
            poster.post_all(server, range(40))
            last = poster.accepted[39]
            status, job = server.json("DELETE", f"{JOBS}/{last}")
            self.assertIn(status, (200, 202))
            wait_until(lambda: server.json("GET", f"{JOBS}/{last}")[1]["state"] in ("cancelled", "done"))
            self.assertEqual(server.json("DELETE", f"{JOBS}/{last}")[0], 200, "once more changes nothing")


class Callbacks(unittest.TestCase):
    def check_letters(self, poster: Poster, target: Target):
        """Every accepted job was told, by one letter id each, to its own content."""
        wait_until(lambda: len(target.by_job()) >= len(poster.accepted), what="the last callback")
        told = target.by_job()
        self.assertEqual(set(told), set(poster.accepted.values()))
        self.assertTrue(all(len(letters) == 1 for letters in told.values()), "a job was told by letters of different ids")
        numbers = {job: n for n, job in poster.accepted.items()}
        for _, body in target.letters:
            self.assertEqual(body["type"], "job.done")
            n = numbers[body["data"]["id"]]
            self.assertEqual([code["text"] for code in body["data"]["codes"]], [ean13.number(n)])
            self.assertEqual(body["data"]["waybill"], waybill(n))
        self.assertEqual(target.unsigned, 0)

    def test_a_target_that_answers_500_and_stays_silent_at_first_gets_every_letter_over_a_kill(self):
        dice = random.Random(7)
        with Target(lambda n, body: dice.choice([200, 500, 500, None]) if n < 150 else 200, silent_seconds=1) as target:
            poster = Poster(callback=target.url)
            with Hub() as hub:
                server = hub.serve()
                poster.post_all(server, range(100))
                wait_until(lambda: len(target.tries) > 40)
                kill(server)
                server.__exit__()
                with hub.serve():
                    self.check_letters(poster, target)

    def test_a_target_that_is_down_gets_its_letters_once_it_is_up(self):
        with Target() as target:
            url, port = target.url, target.port
        poster = Poster(callback=url)
        with Hub() as hub, hub.serve() as server:
            poster.post_all(server, range(20))
            poster.check_all(self, server)
            with Target(port=port) as target:
                self.check_letters(poster, target)

    def test_dead_letters_are_kept_and_can_be_replayed(self):
        broken = threading.Event()
        broken.set()
        with Target(lambda n, body: 500 if broken.is_set() else 200) as target:
            poster = Poster(callback=target.url)
            with Hub(attempts=2) as hub:
                with hub.serve() as server:
                    poster.post_all(server, range(3))
                    wait_until(lambda: len(server.json("GET", "/v1/callbacks/dead")[1]["callbacks"]) == 3)
                with hub.serve() as server:
                    dead = server.json("GET", "/v1/callbacks/dead")[1]["callbacks"]
                    self.assertEqual({letter["job"] for letter in dead}, set(poster.accepted.values()))
                    self.assertIn("500", dead[0]["why"])
                    broken.clear()
                    self.assertEqual(server.json("POST", "/v1/callbacks/msg_none/replay")[0], 404)
                    self.assertEqual(server.json("POST", f"/v1/callbacks/{dead[0]['id']}/replay")[0], 202)
                    wait_until(lambda: len(target.by_job()) == 1)
                    self.assertEqual(server.json("POST", "/v1/callbacks/replay")[0], 202)
                    self.check_letters(poster, target)
                    self.assertEqual(server.json("GET", "/v1/callbacks/dead")[1]["callbacks"], [])

    def test_targets_that_are_not_listed_are_refused(self):
        with Hub() as hub, hub.serve() as server:
            for url in ("http://169.254.169.254/latest/meta-data", "https://127.0.0.1/", "http://example.com/", "file:///etc/passwd",
                        "http://127.0.0.1@example.com/", "ftp://localhost/", "nonsense"):
                status, error = server.json("POST", JOBS, ean13.png(ean13.number(1)), {"X-Crossdock-Callback": url})
                self.assertEqual((status, error.get("field")), (400, "callback"), (url, error))


if __name__ == "__main__":
    unittest.main()
