#pragma once

#include <openvino/runtime/tensor.hpp>

#include "base/result.h"
#include "tensor/tensor.h"

namespace crossdock::engine::openvino {

/// A vendor's tensor over borrowed memory; not of strings. The view was checked and outlives the call that reads it.
/// throws  ov::Exception
ov::Tensor ToTensor(const tensor::TensorView& view);

/// A copy of what was computed: the vendor's memory belongs to the slot, whose next call writes over it. `into` with memory is where
/// the copy goes; its size must be right.
/// errors  kInvalidArgument: memory of another size; kUnimplemented: strings, or an element type that has no name in the protocol
/// throws  ov::Exception
Result<tensor::Tensor> CopyOut(const ov::Tensor& computed, const tensor::MutableView& into);

}  // namespace crossdock::engine::openvino
