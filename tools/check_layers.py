#!/usr/bin/env python3
"""Every direct #include of src/ against the layer table (tools/layers.toml), and every module's DEPS against it.

check_layers.py               checks this tree
check_layers.py --self-test   proves that planted violations are found
"""

import argparse
import fnmatch
import pathlib
import re
import sys
import tempfile
import tomllib

import tree

INCLUDE = re.compile(r'^\s*#\s*include\s*(<[^>]+>|"[^"]+")')
MODULE_CALL = re.compile(r"crossdock_module\s*\(\s*(\w+)([^)]*)\)", re.S)
TEST_NAME = re.compile(r"_(test|bench|conformance)\.(cc|h)$|/(testing|conformance)/|/test_\w+\.h$")
KEYWORDS = {"SHARED", "VENDOR", "EXCLUDE"}


class Table:
    def __init__(self, layers: pathlib.Path, vendors: pathlib.Path):
        self.modules = tomllib.loads(layers.read_text())["modules"]
        names = tomllib.loads(vendors.read_text())
        self.vendors = names["vendors"]
        self.system = set(names["system"]["headers"])
        self.system_folders = tuple(names["system"]["folders"])
        self.tests = names["tests"]

    def module_of(self, path: str) -> str | None:
        """The module that a path below src/ belongs to: the longest name that its folders begin with."""
        folders = pathlib.PurePosixPath(path).parts[:-1]
        for length in range(len(folders), 0, -1):
            name = "/".join(folders[:length])
            if name in self.modules:
                return name
        return None

    def vendors_of(self, header: str) -> list[str]:
        def matches(pattern: str) -> bool:
            return header.startswith(pattern) if pattern.endswith("/") else fnmatch.fnmatch(header, pattern)

        return [name for name, patterns in self.vendors.items() if any(matches(pattern) for pattern in patterns)]

    def is_system(self, header: str) -> bool:
        plain = "." not in header and "/" not in header
        return plain or header in self.system or header.startswith(self.system_folders)

    def allowed(self, path: str, module: str) -> tuple[set[str], set[str]]:
        """Modules and vendors for a file of this module. A test may use more, and the test of a module with modules inside
        (the engines' conformance) what those may."""
        includes, vendors = set(self.modules[module]["includes"]), set(self.modules[module]["vendors"])
        if TEST_NAME.search(path):
            inside = [name for name in self.modules if name.startswith(module + "/")]
            includes |= set(self.tests["includes"]) | set(inside)
            vendors |= set(self.tests["vendors"]).union(*(self.modules[name]["vendors"] for name in inside))
        if path.endswith("_bench.cc"):
            vendors |= set(self.vendors)
        return includes, vendors

    def complaint(self, path: str, header: str) -> str | None:
        """Why the file `path` (below src/) may not include `header`, or None."""
        module = self.module_of(path)
        if module is None:
            return f"{path} lies in no module of the layer table"
        includes, vendors = self.allowed(path, module)
        target = self.module_of(header)
        if target is not None and not header.endswith(".pb.h"):
            return None if target == module or target in includes else f"{module} may not include {target}"
        owners = self.vendors_of(header)
        if owners:
            return None if vendors & set(owners) else f"{module} may not use {owners[0]}"
        if self.is_system(header):
            return None
        return "neither a module's header (write its path from src/) nor a vendor of tools/vendors.toml nor the system's"


def check_includes(source: pathlib.Path, names: list[str], table: Table) -> list[str]:
    found = []
    for name in names:
        for number, line in enumerate((source / name).read_text(errors="replace").splitlines(), 1):
            match = INCLUDE.match(line)
            complaint = match and table.complaint(name, match.group(1)[1:-1])
            if complaint:
                found.append(f"src/{name}:{number}: {match.group(1)}: {complaint}")
    return found


def check_targets(source: pathlib.Path, table: Table) -> list[str]:
    """A module's CMake target links what its row allows, and no other module."""
    found = []
    for file in sorted(source.rglob("CMakeLists.txt")):
        for name, rest in MODULE_CALL.findall(file.read_text()):
            words, reading = rest.split(), False
            for word in words:
                if word == "DEPS" or word in KEYWORDS:
                    reading = word == "DEPS"
                elif reading and not word.startswith("$") and word not in table.modules.get(name, {"includes": []})["includes"]:
                    found.append(f"src/{file.relative_to(source)}: {name} may not link {word}")
    return found


def check(source: pathlib.Path, table: Table, names: list[str]) -> list[str]:
    return check_includes(source, names, table) + check_targets(source, table)


PLANTED = {
    "base/clock.cc": '#include "engine/engine.h"\n',
    "vision/decode.cc": "#include <onnxruntime_c_api.h>\n",
    "engine/fake/fake.cc": '#include "engine/openvino/session.h"\n',
    "net/http/server.cc": "#include <gtest/gtest.h>\n",
    "model/load.cc": '#include "engine/fake/session.h"\n',
    "vision/decode_test.cc": '#include "engine/engine.h"\n',
    "tensor/odd.cc": "#include <lapack/lapack.h>\n",
    "schedule/near.cc": '#include "policy.h"\n',
    "tensor/CMakeLists.txt": "crossdock_module(tensor SHARED DEPS base vision)\n",
}
INNOCENT = {
    "vision/decode_test.cc": '#include <gtest/gtest.h>\n#include <vector>\n#include <unistd.h>\n#include "vision/image.h"\n',
    "model/load_test.cc": '#include "engine/fake/session.h"\n',
    "engine/conformance/suite.cc": "#include <openvino/openvino.hpp>\n#include <onnx/onnx-ml.pb.h>\n",
    "engine/fake/session.cc": '#include "engine/engine.h"\n#include <fmt/format.h>\n',
    "net/grpc/service.cc": '#include "inference.grpc.pb.h"\n#include <grpcpp/grpcpp.h>\n',
    "base/CMakeLists.txt": "crossdock_module(base SHARED VENDOR fmt::fmt)\n",
}


def self_test(table: Table) -> list[str]:
    wrong = []
    for text_of, expected in ((PLANTED, 1), (INNOCENT, 0)):
        for name, text in text_of.items():
            with tempfile.TemporaryDirectory() as folder:
                file = pathlib.Path(folder) / name
                file.parent.mkdir(parents=True)
                file.write_text(text)
                names = [name] if name.endswith(".cc") else []
                found = check(pathlib.Path(folder), table, names)
            if len(found) != expected:
                wrong.append(f"self-test: {name} gave {len(found)} complaints instead of {expected}: {found}")
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--self-test", action="store_true")
    options = parser.parse_args()
    table = Table(tree.ROOT / "tools/layers.toml", tree.ROOT / "tools/vendors.toml")
    if options.self_test:
        found = self_test(table)
        what = f"{len(PLANTED)} planted violations found, {len(INNOCENT)} innocent files passed"
    else:
        names = [name.removeprefix("src/") for name in tree.files(".h", ".cc", under="src/")]
        found = check(tree.ROOT / "src", table, names)
        what = f"{len(names)} files keep to the layer table"
    print("\n".join(found) if found else what)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
