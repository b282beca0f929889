#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "tensor/tensor.h"

namespace crossdock::engine::conformance {

enum class Kind { kTensor, kSequence, kOptional, kOther };

/// What a port of the graph is, read with the ONNX project's own protobuf classes rather than with a runtime.
struct GraphPort {
  std::string name;
  Kind kind = Kind::kTensor;
  tensor::Shape shape;    // open dimensions are 1
  bool bfloat16 = false;  // ONNX 1.12 wrote such test data as UINT16
};

struct Graph {
  std::vector<GraphPort> inputs;  // without those that are initializers
  std::vector<GraphPort> outputs;
};

/// A value of a test: one tensor, the tensors of a sequence, or an optional that is empty.
struct Value {
  Kind kind = Kind::kTensor;
  std::vector<tensor::Tensor> tensors;
};

Result<Graph> ReadGraph(const std::filesystem::path& model);
/// errors  kUnimplemented: a map, a sparse tensor or an element type that the protocol has no name for; kInvalidArgument: no such proto
Result<Value> ReadValue(const std::filesystem::path& file, const GraphPort& port);
/// FP32 of the port's shape; element i of n is i / n.
Result<Value> GenerateValue(const GraphPort& port);

}  // namespace crossdock::engine::conformance
