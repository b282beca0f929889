"""Models that give back what they get, as ONNX files: what the client tests are served.

    make_models.py FOLDER

identity_fp32 and so on   two inputs and two outputs of one element type, any rows and columns
every_type                one input and one output of each element type, any length
scalar                    a number without dimensions
any_shape                 a matrix that may have no rows: its first dimension is no batch, as the answer is turned
fixed                     exactly [2, 3]
rows                      a batch of rows of four, each doubled
"""
import pathlib
import sys

import onnx
from onnx import TensorProto as T
from onnx import helper

TYPES = {
    "BOOL": T.BOOL, "UINT8": T.UINT8, "UINT16": T.UINT16, "UINT32": T.UINT32, "UINT64": T.UINT64, "INT8": T.INT8,
    "INT16": T.INT16, "INT32": T.INT32, "INT64": T.INT64, "FP16": T.FLOAT16, "BF16": T.BFLOAT16, "FP32": T.FLOAT,
    "FP64": T.DOUBLE, "BYTES": T.STRING,
}
OPSET = 16
IR_VERSION = 8


def save(folder: pathlib.Path, name: str, nodes: list, inputs: list, outputs: list, constants: tuple = ()) -> None:
    graph = helper.make_graph(nodes, name, inputs, outputs, constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR_VERSION)
    onnx.checker.check_model(model)
    onnx.save(model, str(folder / f"{name}.onnx"))


def port(name: str, onnx_type: int, shape: list):
    return helper.make_tensor_value_info(name, onnx_type, shape)


def identity(folder: pathlib.Path, name: str, ports: list[tuple[str, str, int, list]]) -> None:
    """`ports`: the input's name, the output's, the element type, the shape; what is not a number is open."""
    save(folder, name, [helper.make_node("Identity", [source], [target]) for source, target, _, _ in ports],
         [port(source, kind, shape) for source, _, kind, shape in ports],
         [port(target, kind, shape) for _, target, kind, shape in ports])


def make_all(folder: pathlib.Path) -> None:
    for datatype, kind in TYPES.items():
        identity(folder, f"identity_{datatype.lower()}",
                 [(f"INPUT{i}", f"OUTPUT{i}", kind, ["n", f"columns{i}"]) for i in range(2)])
    identity(folder, "every_type", [(f"IN_{d}", f"OUT_{d}", kind, [f"n_{d}"]) for d, kind in TYPES.items()])
    identity(folder, "scalar", [("INPUT0", "OUTPUT0", T.FLOAT, [])])
    identity(folder, "fixed", [("INPUT0", "OUTPUT0", T.FLOAT, [2, 3])])
    save(folder, "any_shape", [helper.make_node("Transpose", ["INPUT0"], ["OUTPUT0"], perm=[1, 0])],
         [port("INPUT0", T.FLOAT, ["a", "b"])], [port("OUTPUT0", T.FLOAT, ["b", "a"])])
    two = helper.make_tensor("two", T.FLOAT, [1], [2.0])
    save(folder, "rows", [helper.make_node("Mul", ["INPUT0", "two"], ["OUTPUT0"])],
         [port("INPUT0", T.FLOAT, ["n", 4])], [port("OUTPUT0", T.FLOAT, ["n", 4])], (two,))


if __name__ == "__main__":
    make_all(pathlib.Path(sys.argv[1]))
