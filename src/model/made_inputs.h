#pragma once

#include <vector>

#include "engine/engine.h"
#include "tensor/tensor.h"

namespace crossdock::model {

/// Inputs with made values, for warm-up and trials: each seed gives others. `shapes` are whole, with the batch. Numbers are 0 to 1, -1
/// to 1 or 0 to 255 by turns of the seed, as models expect pictures; integers are 0 or 1, which every index and mask can be.
/// errors  kInvalidArgument: a shape too large to be made
Result<std::vector<tensor::Tensor>> MadeInputs(const engine::Signature& signature,
                                               const std::vector<tensor::Shape>& shapes, unsigned seed);

/// The whole input shapes for `rows` rows of a bucket: `bucket` holds the shapes without the batch dimension where
/// there is one.
std::vector<tensor::Shape> ShapesOf(const std::vector<tensor::Shape>& bucket, int64_t rows, bool batched);

}  // namespace crossdock::model
