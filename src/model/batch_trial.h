#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/engine.h"
#include "tensor/tensor.h"

namespace crossdock::model {

/// Inputs of so many rows with made values, for warm-up and trials. `seed` tells rows apart. `shapes` are whole, with the batch.
Result<std::vector<tensor::Tensor>> MadeInputs(const engine::Signature& signature, const std::vector<tensor::Shape>& shapes, unsigned seed);

/// The whole input shapes for `rows` rows of a bucket: `bucket` holds the shapes without the batch dimension where there is one.
std::vector<tensor::Shape> ShapesOf(const std::vector<tensor::Shape>& bucket, int64_t rows, bool batched);

struct BatchTrial {
  bool batchable = false;
  std::string note;                                     // why not, for the operator
  std::optional<std::vector<tensor::Shape>> shapes;     // a set of input shapes, without the batch, that the model ran on
};

/// Tries whether dimension 0 is a batch of independent rows: runs one row, another, and both together, and compares. `example` is the
/// bucket to try on; without one, open dimensions are guessed.
BatchTrial TryBatching(engine::Session& session, const std::optional<std::vector<tensor::Shape>>& example);

}  // namespace crossdock::model
