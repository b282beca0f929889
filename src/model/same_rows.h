#pragma once

#include "tensor/tensor.h"

namespace crossdock::model {

/// Whether two answers are the same but for rounding: every pair of elements within 1e-3 of the larger, or within 1e-4 of the largest
/// element of both tensors (a batch is computed in another order, and what is tiny beside its neighbours is noise). NaN equals NaN;
/// strings and shapes are equal or not.
bool SameRows(const tensor::Tensor& a, const tensor::Tensor& b);

}  // namespace crossdock::model
