#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

#include "base/result.h"
#include "tensor/tensor.h"

namespace crossdock::net {

/// A tensor of the bytes as they came, little-endian and row-major: sharing them with `owner` where they lie on a boundary of the
/// element type, else a copy.
/// errors  kInvalidArgument at "FIELD.shape" or "FIELD.data": an impossible shape, another number of bytes than it needs, BYTES elements
///         that run past the end, BOOL elements other than 0 and 1
Result<tensor::Tensor> BinaryTensor(tensor::DType dtype, tensor::Shape shape, std::shared_ptr<void> owner,
                                    std::span<const std::byte> bytes, std::string_view field);

}  // namespace crossdock::net
