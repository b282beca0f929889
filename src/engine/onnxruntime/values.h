#pragma once

#include <onnxruntime_cxx_api.h>

#include "tensor/tensor.h"

namespace crossdock::engine::onnxruntime {

/// A vendor's value over borrowed memory; strings are copied. The view was checked and outlives the value.
/// throws  Ort::Exception
Ort::Value ToValue(const tensor::TensorView& view);

/// A vendor's value over memory that the caller wants written. Not for strings.
/// throws  Ort::Exception
Ort::Value ToValue(const tensor::MutableView& view);

/// Takes over what ONNX Runtime computed; the tensor holds the vendor's buffer until its last copy goes. Strings are copied.
/// errors  kUnimplemented: no tensor, or of a type that has no name in the protocol
/// throws  Ort::Exception
Result<tensor::Tensor> FromValue(Ort::Value value);

}  // namespace crossdock::engine::onnxruntime
