#pragma once

#include <optional>

#include <c10/core/ScalarType.h>

#include "tensor/tensor.h"

namespace crossdock::engine::libtorch {

/// LibTorch's element types and ours. Nothing for those that one side has no name for: strings here, complex and quantized there.
std::optional<tensor::DType> FromTorch(c10::ScalarType type);
std::optional<c10::ScalarType> ToTorch(tensor::DType dtype);

}  // namespace crossdock::engine::libtorch
