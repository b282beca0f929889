#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "net/infer_call.h"

namespace crossdock::net::http {

/// One input as the JSON describes it: with its elements, or with the number of bytes that hold them after the JSON.
struct JsonInput {
  std::string name;
  tensor::DType dtype = tensor::DType::kF32;
  tensor::Shape shape;
  std::optional<tensor::Tensor> tensor;
  std::optional<size_t> binary_size;
};

struct JsonInfer {
  InferCall call;  // all but the inputs
  std::vector<JsonInput> inputs;
};

/// Reads an inference request of the Open Inference Protocol. `json` must be followed by Body::kPadding readable bytes. Fields that the
/// protocol does not have are refused by name; parameters that we do not know are passed over, as long as they are plain values.
/// errors  kInvalidArgument, kUnimplemented: naming the field
Result<JsonInfer> ReadJsonInfer(std::span<const std::byte> json);

}  // namespace crossdock::net::http
