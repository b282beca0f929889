"""Values of every element type, and the same few lines over HTTP and gRPC, for the client tests."""
import numpy
try:
    import ml_dtypes  # newer clients send BF16 as its own type only, older ones do not know it
except ImportError:
    ml_dtypes = None
import tritonclient.grpc as grpcclient
import tritonclient.http as httpclient

NUMPY = {
    "BOOL": numpy.bool_, "UINT8": numpy.uint8, "UINT16": numpy.uint16, "UINT32": numpy.uint32, "UINT64": numpy.uint64,
    "INT8": numpy.int8, "INT16": numpy.int16, "INT32": numpy.int32, "INT64": numpy.int64, "FP16": numpy.float16,
    "BF16": numpy.float32, "FP32": numpy.float32, "FP64": numpy.float64, "BYTES": numpy.object_,
}
TEXTS = ["", "plain", "Привет, посылка", "收件人 张三", "😀 \"quoted\" \\ \n", "nul\0inside", "ß" * 300]


def values(datatype: str, shape: list[int], seed: int = 0) -> numpy.ndarray:
    """Different values, the type's limits among them; of BF16 those that it holds exactly, as float32."""
    kind = NUMPY[datatype]
    count = int(numpy.prod(shape))
    if datatype == "BYTES":
        flat = [TEXTS[(i + seed) % len(TEXTS)].encode() for i in range(count)]
        return numpy.array(flat, dtype=object).reshape(shape)
    if datatype == "BOOL":
        return ((numpy.arange(count) + seed) % 3 == 0).reshape(shape)
    if numpy.issubdtype(kind, numpy.integer):
        limits = numpy.iinfo(kind)
        some = [limits.min, limits.max, 0, 1, limits.max - 1, 42]
    elif datatype == "BF16":
        some = [0.0, -1.5, 2.0 ** 100, 2.0 ** -100, 255.0, 0.0078125]
    else:
        limits = numpy.finfo(kind)
        some = [limits.min, limits.max, limits.tiny, 0.1, -0.0, 1 / 3]
    return numpy.array([some[(i + seed) % len(some)] for i in range(count)], dtype=kind).reshape(shape)


def as_sent(datatype: str, array: numpy.ndarray) -> numpy.ndarray:
    """The array in the type that this version of the client takes for `datatype`."""
    return array.astype(ml_dtypes.bfloat16) if datatype == "BF16" and ml_dtypes is not None else array


class OverHttp:
    """`tritonclient.http`; tensors go and come as binary data unless told otherwise."""
    name = "http"

    def __init__(self, server, **options):
        self.client = httpclient.InferenceServerClient(f"127.0.0.1:{server.http_port}", **options)

    def input(self, name: str, datatype: str, array: numpy.ndarray, binary: bool = True):
        made = httpclient.InferInput(name, list(array.shape), datatype)
        return made.set_data_from_numpy(as_sent(datatype, array), binary_data=binary)

    def output(self, name: str, binary: bool = True):
        return httpclient.InferRequestedOutput(name, binary_data=binary)

    def answer(self, result) -> dict:
        return result.get_response()

    def json(self, value):
        return value


class OverGrpc:
    """`tritonclient.grpc`; tensors are raw contents."""
    name = "grpc"

    def __init__(self, server, **options):
        self.client = grpcclient.InferenceServerClient(f"127.0.0.1:{server.grpc_port}", **options)

    def input(self, name: str, datatype: str, array: numpy.ndarray):
        made = grpcclient.InferInput(name, list(array.shape), datatype)
        return made.set_data_from_numpy(as_sent(datatype, array))

    def output(self, name: str):
        return grpcclient.InferRequestedOutput(name)

    def answer(self, result) -> dict:
        return result.get_response(as_json=True)


PROTOCOLS = (OverHttp, OverGrpc)
