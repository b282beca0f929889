"""The two front ends without an engine behind them: what clients do with connections."""
import concurrent.futures
import http.client
import json
import socket
import unittest

import numpy
from tritonclient.utils import InferenceServerException

from served import BUILD, Echo
from triton_values import NUMPY, PROTOCOLS, OverHttp, values


@unittest.skipUnless((BUILD / "net_identity_server").exists(), "needs the target net_identity_server")
class FrontEnds(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(Echo())

    def connect(self) -> http.client.HTTPConnection:
        connection = http.client.HTTPConnection("127.0.0.1", self.server.http_port, timeout=60)
        self.addCleanup(connection.close)
        return connection

    def body(self, values_: list) -> bytes:
        return json.dumps({"inputs": [{"name": "INPUT0", "datatype": "FP64", "shape": [1, len(values_)],
                                       "data": values_}]}).encode()

    def test_every_element_type_comes_back_as_it_was(self):
        for protocol in PROTOCOLS:
            over = protocol(self.server)
            for datatype in NUMPY:
                with self.subTest(protocol=over.name, datatype=datatype):
                    sent = values(datatype, [3, 7])
                    result = over.client.infer(f"identity_{datatype.lower()}", [over.input("INPUT0", datatype, sent)])
                    self.assertEqual(result.as_numpy("OUTPUT0").tolist(), sent.tolist())

    def test_one_connection_carries_many_requests(self):
        connection = self.connect()
        sockets = set()
        for i in range(200):
            connection.request("POST", "/v2/models/identity_fp64/infer", body=self.body([i, 0.1]))
            sockets.add(connection.sock)
            answer = json.loads(connection.getresponse().read())
            self.assertEqual(answer["outputs"][0]["data"], [i, 0.1])
        self.assertEqual(len(sockets), 1)

    def test_a_body_in_chunks_is_a_body(self):
        connection = self.connect()
        whole = self.body(list(range(5000)))
        pieces = (whole[i:i + 997] for i in range(0, len(whole), 997))
        connection.request("POST", "/v2/models/identity_fp64/infer", body=pieces, encode_chunked=True,
                           headers={"Transfer-Encoding": "chunked"})
        answer = json.loads(connection.getresponse().read())
        self.assertEqual(answer["outputs"][0]["data"], list(range(5000)))

    def test_head_says_what_get_would(self):
        connection = self.connect()
        connection.request("GET", "/v2/models/pair")
        got = connection.getresponse()
        length = len(got.read())
        connection.request("HEAD", "/v2/models/pair")
        head = connection.getresponse()
        self.assertEqual((head.status, int(head.headers["Content-Length"]), head.read()), (200, length, b""))

    def test_pipelined_requests_are_answered_in_order(self):
        with socket.create_connection(("127.0.0.1", self.server.http_port), timeout=60) as raw:
            for i in range(20):
                body = self.body([i])
                raw.sendall(b"POST /v2/models/identity_fp64/infer HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s"
                            % (len(body), body))
            received = b""
            while received.count(b'"data":[') < 20:
                more = raw.recv(65536)
                self.assertTrue(more, received)
                received += more
        order = [int(part.split(b"]")[0]) for part in received.split(b'"data":[')[1:]]
        self.assertEqual(order, list(range(20)))

    def test_many_connections_at_once_each_get_their_own_answers(self):
        def ask(number: int) -> bool:
            connection = self.connect()
            for i in range(10):
                connection.request("POST", "/v2/models/identity_fp64/infer", body=self.body([number, i]))
                answer = json.loads(connection.getresponse().read())
                if answer["outputs"][0]["data"] != [number, i]:
                    return False
            return True

        with concurrent.futures.ThreadPoolExecutor(32) as pool:
            self.assertEqual(list(pool.map(ask, range(64))), [True] * 64)

    def test_a_model_that_loads_is_not_ready_and_says_so(self):
        for protocol in PROTOCOLS:
            over = protocol(self.server)
            with self.subTest(protocol=over.name):
                self.assertFalse(over.client.is_model_ready("loading"))
                with self.assertRaisesRegex(InferenceServerException, "loading") as told:
                    over.client.infer("loading", [over.input("INPUT0", "FP32", numpy.zeros([1, 1], numpy.float32))])
                self.assertIn(told.exception.status(), ("503", "StatusCode.UNAVAILABLE"))

    def test_raw_bytes_alone_are_the_one_input(self):
        connection = self.connect()
        connection.request("POST", "/v2/models/fixed/infer", body=numpy.arange(4, dtype=numpy.float32).tobytes(),
                           headers={"Inference-Header-Content-Length": "0"})
        self.assertEqual(json.loads(connection.getresponse().read())["outputs"][0]["data"], [0, 1, 2, 3])

    def test_what_is_not_there_is_not_claimed(self):
        extensions = OverHttp(self.server).client.get_server_metadata()["extensions"]
        self.assertIn("binary_tensor_data", extensions)
        for absent, method, path in (("statistics", "GET", "/v2/models/stats"),
                                     ("model_repository", "POST", "/v2/repository/models/pair/load")):
            self.assertNotIn(absent, extensions)
            connection = self.connect()
            connection.request(method, path)
            self.assertIn(connection.getresponse().status, (404, 405))


if __name__ == "__main__":
    unittest.main()
