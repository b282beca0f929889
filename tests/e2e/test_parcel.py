"""The hub's pipeline over real pictures: codes and text, waits, several pictures, bad input."""
import json
import pathlib
import re
import unittest

from served import DATA, ROOT, Server

HUB = ROOT / "examples" / "hub" / "crossdock.yaml"
JOBS = "/v1/pipelines/parcel/jobs"


def letters(text: str) -> str:
    return re.sub(r"[^0-9A-Za-z]", "", text)


def multipart(fields: list[tuple[str, str, bytes]]) -> tuple[bytes, str]:
    boundary = "crossdock-test-boundary"
    body = b""
    for name, content_type, content in fields:
        filename = '; filename="p"' if content_type.startswith("image/") else ""
        body += (f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"{filename}\r\n'
                 f"Content-Type: {content_type}\r\n\r\n").encode() + content + b"\r\n"
    return body + f"--{boundary}--\r\n".encode(), f"multipart/form-data; boundary={boundary}"


@unittest.skipUnless(DATA.exists(), "needs the pictures in ../shared/data")
class Parcel(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server("-c", str(HUB))
        cls.code_picture = sorted((DATA / "barcodes" / "code128-1").glob("*.png"))[0].read_bytes()
        cls.text_picture = (DATA / "text" / "ch_en_num.jpg").read_bytes()

    @classmethod
    def tearDownClass(cls):
        cls.server.__exit__()

    def post(self, body: bytes, query: str = "", headers: dict | None = None):
        return self.server.json("POST", JOBS + query, body, {"Content-Type": "image/png", "Prefer": "wait=30", **(headers or {})})

    def test_a_picture_is_answered_in_the_call(self):
        status, job = self.post(self.code_picture)
        self.assertEqual(status, 200, job)
        self.assertEqual(job["state"], "done")
        self.assertTrue(job["codes"], job)
        code = job["codes"][0]
        self.assertEqual(code["path"], "plain")
        self.assertGreater(code["confidence"], 0.9)
        width, height = job["pictures"][0]["width"], job["pictures"][0]["height"]
        for x, y in code["corners"]:
            self.assertTrue(-2 <= x <= width + 2 and -2 <= y <= height + 2, code)

    def test_text_is_read_with_its_place_and_probability(self):
        status, job = self.post(self.text_picture)
        self.assertEqual(status, 200, job)
        self.assertGreaterEqual(len(job["lines"]), 10, job["lines"])
        self.assertIn("-40", "".join(line["text"] for line in job["lines"]))
        for line in job["lines"]:
            self.assertTrue(0.5 <= line["confidence"] <= 1)

    def test_without_a_wait_the_job_is_accepted_and_can_be_asked_for(self):
        status, headers, body = self.server.request("POST", JOBS, self.code_picture, {"Content-Type": "image/png"})
        self.assertEqual(status, 202, body)
        location = headers["Location"]
        status, job = self.server.json("GET", location, headers={"Prefer": "wait=30"})
        self.assertEqual((status, job["state"]), (200, "done"))
        self.assertEqual(location.rsplit("/", 1)[1], job["id"])

    def test_codes_come_before_the_text(self):
        status, job = self.post(self.text_picture, "?until=codes")
        self.assertEqual(status, 200)
        self.assertTrue(job["codes_done"])
        self.assertLess(job["times"]["codes_ms"], 5000)

    def test_several_pictures_of_one_waybill_are_one_job(self):
        body, content_type = multipart([("waybill", "text/plain", b"SF1234567890"),
                                        ("picture", "image/png", self.code_picture),
                                        ("picture", "image/jpeg", self.text_picture)])
        status, job = self.post(body, headers={"Content-Type": content_type})
        self.assertEqual(status, 200, job)
        self.assertEqual(job["waybill"], "SF1234567890")
        self.assertEqual(len(job["pictures"]), 2)
        self.assertEqual({code["picture"] for code in job["codes"]}, {0})
        self.assertEqual({line["picture"] for line in job["lines"]} - {0}, {1})

    def test_one_broken_picture_fails_alone(self):
        body, content_type = multipart([("picture", "image/png", self.code_picture), ("picture", "image/png", b"not a picture")])
        status, job = self.post(body, headers={"Content-Type": content_type})
        self.assertEqual(status, 200, job)
        self.assertTrue(job["codes"])
        self.assertNotIn("error", job["pictures"][0])
        self.assertEqual(job["pictures"][1]["error"]["code"], "invalid_argument")

    def test_bad_input_names_its_field_and_harms_nobody(self):
        cases = [(b"", {}, "", "picture"), (b"junk", {}, "", "picture"), (self.code_picture[:200], {}, "", "picture"),
                 (self.code_picture, {"X-Crossdock-Tier": "urgent"}, "", None), (self.code_picture, {}, "?tier=urgent", "tier"),
                 (self.code_picture, {"Prefer": "wait=soon"}, "", None), (self.code_picture, {}, "?text=perhaps", "text"),
                 (b"x", {"Content-Type": "multipart/form-data"}, "", None)]
        for body, headers, query, field in cases:
            status, answer = self.post(body, query, headers)
            self.assertEqual(status, 400, (headers, query, answer))
            self.assertEqual(answer["code"], "invalid_argument", answer)
            if field:
                self.assertEqual(answer["field"], field, answer)
        self.assertEqual(self.post(self.code_picture)[0], 200)

    def test_unknown_pipelines_and_jobs_are_not_found(self):
        self.assertEqual(self.server.json("POST", "/v1/pipelines/ghost/jobs", b"x")[0], 404)
        self.assertEqual(self.server.json("GET", JOBS + "/no-such-job")[0], 404)

    def test_the_request_id_runs_through_reply_and_job(self):
        status, headers, body = self.server.request(
            "POST", JOBS, self.code_picture, {"Content-Type": "image/png", "Prefer": "wait=30", "X-Request-Id": "parcel-4711"})
        self.assertEqual(status, 200)
        self.assertEqual(headers["X-Request-Id"], "parcel-4711")
        self.assertEqual(json.loads(body)["id"], "parcel-4711")
        metrics = self.server.request("GET", "/metrics", headers={"Accept": "application/openmetrics-text"})[2].decode()
        self.assertIn("crossdock_stage_duration_seconds_bucket", metrics)
        self.assertRegex(metrics, r'# \{(request|trace)_id="')


@unittest.skipUnless(DATA.exists(), "needs the pictures in ../shared/data")
class TextTruth(unittest.TestCase):
    """Pictures whose lines somebody wrote down by looking."""

    def test_most_lines_are_read_exactly_but_for_spaces(self):
        truth_file = pathlib.Path(__file__).parent / "data" / "text_truth.json"
        truth = json.loads(truth_file.read_text())
        truth = truth.get("pictures", truth)
        right = total = 0
        with Server("-c", str(HUB)) as server:
            for name, lines in truth.items():
                lines = lines["lines"] if isinstance(lines, dict) else lines
                status, job = server.json("POST", JOBS, (DATA / "text" / name).read_bytes(),
                                          {"Content-Type": "image/jpeg", "Prefer": "wait=60"}, timeout=90)
                if status != 200:
                    print(f"  {name}: {job['error']}")
                    total += len(lines)
                    continue
                read = ["".join(line["text"].split()) for line in job["lines"]]
                here = 0
                for line in lines:
                    wanted = "".join(line.split())
                    if wanted in read:
                        read.remove(wanted)
                        here += 1
                right += here
                total += len(lines)
                print(f"  {name}: {here} of {len(lines)} lines")
        print(f"  all: {right} of {total} lines")
        self.assertGreaterEqual(right, 0.7 * total)


if __name__ == "__main__":
    unittest.main()
