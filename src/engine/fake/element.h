#pragma once

#include <cstddef>

#include "tensor/tensor.h"

namespace crossdock::engine::fake {

/// One element of a fixed-size dtype as a number, and back: truncated and saturated to the dtype's range; NaN becomes 0 in integers.
double ReadElement(tensor::DType dtype, const std::byte* at);
void WriteElement(tensor::DType dtype, double value, std::byte* at);

}  // namespace crossdock::engine::fake
