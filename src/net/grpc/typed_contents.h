#pragma once

#include <string>

#include "base/result.h"
#include "net/grpc/inference.pb.h"
#include "tensor/tensor.h"

namespace crossdock::net::grpc {

bool HasElements(const inference::InferTensorContents& contents);

/// A tensor of elements sent one by one.
/// errors  kInvalidArgument at "FIELD.shape" or "FIELD.contents": not as many elements as the shape says, an element that does not fit
///         the type, FP16 and BF16, which have no list
Result<tensor::Tensor> TypedTensor(tensor::DType dtype, tensor::Shape shape,
                                   const inference::InferTensorContents& contents, const std::string& field);

}  // namespace crossdock::net::grpc
