"""A server that takes callbacks, and checks their signatures with Python's own hmac."""
import base64
import hashlib
import hmac
import http.server
import json
import threading
import time

KEY = bytes(range(32))
SECRET = "whsec_" + base64.b64encode(KEY).decode()


def is_signed(headers, body: bytes) -> bool:
    content = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    wanted = "v1," + base64.b64encode(hmac.new(KEY, content, hashlib.sha256).digest()).decode()
    return any(hmac.compare_digest(wanted, given) for given in headers["webhook-signature"].split())


class Target:
    """Context manager. `answer(n, request)` gives the status of the n-th request from 0, or None to stay silent for a while."""

    def __init__(self, answer=lambda n, body: 200, port: int = 0, silent_seconds: float = 2):
        self.letters: list[tuple[str, dict]] = []  # webhook-id and body of those that were answered with 2xx
        self.tries: list[str] = []                 # webhook-id of every request
        self.unsigned = 0
        self.lock = threading.Lock()
        target = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                letter = self.headers["webhook-id"]
                with target.lock:
                    target.unsigned += not is_signed(self.headers, body)
                    place = len(target.tries)
                    target.tries.append(letter)
                status = answer(place, json.loads(body))
                if status is None:
                    time.sleep(silent_seconds)
                    return
                with target.lock:
                    if 200 <= status < 300:
                        target.letters.append((letter, json.loads(body)))
                self.send_response(status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self.server.daemon_threads = True
        self.port = self.server.server_address[1]
        self.url = f"http://127.0.0.1:{self.port}/done"

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

    def by_job(self) -> dict[str, set[str]]:
        """The ids of the letters that told each job's end."""
        with self.lock:
            jobs: dict[str, set[str]] = {}
            for letter, body in self.letters:
                jobs.setdefault(body["data"]["id"], set()).add(letter)
            return jobs
