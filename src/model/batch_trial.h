#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/engine.h"
#include "tensor/tensor.h"

namespace crossdock::model {

struct BatchTrial {
  bool batchable = false;
  std::string note;                                  // why not, for the operator
  std::optional<std::vector<tensor::Shape>> shapes;  // a set of input shapes, without the batch, that the model ran on
};

/// Tries whether dimension 0 is a batch of independent rows: runs one row (twice), another that answers differently, and both
/// together, and compares. What cannot be shown is not assumed. `example` is the bucket to try on; without one, open dimensions are
/// guessed.
BatchTrial TryBatching(engine::Session& session, const std::optional<std::vector<tensor::Shape>>& example);

}  // namespace crossdock::model
