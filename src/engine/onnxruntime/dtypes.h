#pragma once

#include <optional>

#include <onnxruntime_cxx_api.h>

#include "tensor/tensor.h"

namespace crossdock::engine::onnxruntime {

/// ONNX element types and ours. Nothing for those that the protocol has no name for: complex, float8, 4-bit integers.
std::optional<tensor::DType> FromOnnx(ONNXTensorElementDataType type);
ONNXTensorElementDataType ToOnnx(tensor::DType dtype);

}  // namespace crossdock::engine::onnxruntime
