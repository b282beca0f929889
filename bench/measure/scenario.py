"""A scenario: what is asked, of which model, and what the right answer is. Data in bench/scenarios/*.json."""
import hashlib
import json
import pathlib

import numpy

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


class Scenario:
    def __init__(self, file: pathlib.Path, data: dict):
        self.file, self.data = file, data
        self.model = (ROOT / data["model"]["file"]).resolve()
        self.tolerance = data["tolerance"]
        self._answer: numpy.ndarray | None = None

    def input(self) -> numpy.ndarray:
        """The same numbers in every run: drawn from the scenario's seed."""
        given = self.data["input"]
        drawn = numpy.random.default_rng(given["seed"]).uniform(given["low"], given["high"], given["shape"])
        return numpy.ascontiguousarray(drawn, numpy.float32)

    def engine_answer(self) -> numpy.ndarray:
        """The engine's own, from the same ONNX Runtime at the same number of threads without any server; checked against the values
        in the file once."""
        if self._answer is None:
            import onnxruntime
            options = onnxruntime.SessionOptions()
            options.intra_op_num_threads = self.data["threads"]
            session = onnxruntime.InferenceSession(str(self.model), options, providers=["CPUExecutionProvider"])
            answer = session.run([self.data["output"]["name"]], {self.data["input"]["name"]: self.input()})[0]
            self._check(answer)
            self._answer = answer
        return self._answer

    def _check(self, answer: numpy.ndarray):
        expected = self.data["expected"]
        if list(answer.shape) != expected["shape"]:
            raise RuntimeError(f"{self.file.name}: the engine answers shape {list(answer.shape)}, expected {expected['shape']}")
        for place, value in expected["values"].items():
            got = float(answer.reshape(-1)[int(place)])
            if abs(got - value) > self.tolerance * max(1, abs(value)):
                raise RuntimeError(f"{self.file.name}: the engine answers {got} at {place}, expected {value}")

    def difference(self, answer: numpy.ndarray) -> float:
        """The largest difference from the engine's own answer, relative where numbers are above 1; infinite for another shape."""
        own = self.engine_answer()
        if answer.shape != own.shape:
            return float("inf")
        return float(numpy.max(numpy.abs(answer - own) / numpy.maximum(1, numpy.abs(own))))


def read_scenario(file: pathlib.Path) -> Scenario:
    """Errors: a file that is missing, is no JSON, or names a model that is not there or is another."""
    data = json.loads(pathlib.Path(file).read_text(encoding="utf-8"))
    scenario = Scenario(pathlib.Path(file), data)
    if not scenario.model.exists():
        raise SystemExit(f"{file}: model.file: {scenario.model} is not there")
    digest = hashlib.sha256(scenario.model.read_bytes()).hexdigest()
    if digest != data["model"]["sha256"]:
        raise SystemExit(f"{file}: model.sha256: {scenario.model} is another file ({digest})")
    return scenario
