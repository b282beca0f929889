#pragma once

#include <vector>

#include <ATen/core/Tensor.h>
#include <ATen/core/ivalue.h>

#include "engine/engine.h"

namespace crossdock::engine::libtorch {

/// What forward returned as one tensor per declared output: a tensor, the tensors of a tuple or list in their order, or those of a
/// dictionary by the outputs' names. Dense and contiguous.
/// errors  kInternal: not as many, none of that name, or another dtype than declared
/// throws  what LibTorch throws
Result<std::vector<at::Tensor>> Flatten(const c10::IValue& returned, const std::vector<Port>& declared);

/// A tensor of the processor's memory as ours, sharing that memory. `into` with memory is where it is copied to instead.
/// errors  kInvalidArgument: memory of another size
Result<Tensor> Wrap(const at::Tensor& computed, DType dtype, const MutableView& into);

}  // namespace crossdock::engine::libtorch
