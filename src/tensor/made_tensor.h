#pragma once

#include <random>

#include "tensor/tensor.h"

namespace crossdock::tensor {

/// What the numbers of a made tensor lie between.
enum class ValueRange { kByte, kUnit, kSigned };  // 0 to 255, 0 to 1, -1 to 1: what models expect of pictures

/// A tensor with made values, for warm-up, trials and load. Integers are 0 or 1, which every index and mask can be; BYTES elements are
/// "parcel" or "42". One state of `random` gives one tensor.
/// errors  kInvalidArgument: a shape with open dimensions, or of more than 2^30 elements; kResourceExhausted (kMemory)
Result<Tensor> MadeTensor(DType dtype, const Shape& shape, ValueRange values, std::mt19937& random);

}  // namespace crossdock::tensor
