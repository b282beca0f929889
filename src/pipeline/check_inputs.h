#pragma once

#include <vector>

#include "pipeline/request.h"

namespace crossdock::pipeline {

/// The inputs of one request, checked against a version's signature.
struct CheckedInputs {
  std::vector<tensor::Tensor> inputs;  // signature order
  std::vector<uint32_t> wanted;        // outputs, ascending; empty: all
  int rows = 1;                        // of the batch dimension; 1 for a model that cannot be batched
};

/// errors  kInvalidArgument, with the request's own field: "inputs[1].shape", "outputs[0].name"
Result<CheckedInputs> CheckInputs(const model::Version& version, std::vector<NamedTensor> inputs,
                                  const std::vector<std::string>& wanted_outputs);

}  // namespace crossdock::pipeline
