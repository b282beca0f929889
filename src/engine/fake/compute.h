#pragma once

#include <vector>

#include "engine/fake/fake_model.h"

namespace crossdock::engine::fake {

/// Rows of a call: dimension 0 of the first input, 1 for a scalar.
int64_t RowsOf(const TensorView& input);

/// The wanted outputs of a call whose inputs were checked.
/// errors  kInternal: a marked element, or more than one row with Flaw::kRefusesBatches
/// throws  std::runtime_error on an element marked so, as a vendor's library might
Result<std::vector<Tensor>> ComputeOutputs(const FakeModel& model, std::span<const TensorView> inputs,
                                           std::span<const uint32_t> wanted);

}  // namespace crossdock::engine::fake
