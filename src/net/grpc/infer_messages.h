#pragma once

#include <string>

#include "base/result.h"
#include "net/grpc/inference.pb.h"
#include "net/infer_call.h"
#include "pipeline/request.h"

namespace crossdock::net::grpc {

/// The message as a call. Takes the raw contents out of it instead of copying them.
/// errors  kInvalidArgument, kUnimplemented: naming the field, as in "inputs[0].contents"
Result<InferCall> DecodeInfer(inference::ModelInferRequest& message);

/// The answer as a message without its outputs' contents: what is small of it. `timing`: where the time went, as parameters "queue_ms"
/// and so on.
void DescribeInferReply(const std::string& id, bool timing, const pipeline::InferAnswer& answer,
                        inference::ModelInferResponse& message);

/// The same with the contents, raw whatever form the inputs had.
void EncodeInferReply(const std::string& id, bool timing, const pipeline::InferAnswer& answer,
                      inference::ModelInferResponse& message);

}  // namespace crossdock::net::grpc
