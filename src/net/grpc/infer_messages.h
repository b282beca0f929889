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

/// The answer as a message; outputs are raw contents, whatever form the inputs had. `timing`: where the time went, as parameters
/// "queue_ms" and so on.
void EncodeInferReply(const std::string& id, bool timing, const pipeline::InferAnswer& answer,
                      inference::ModelInferResponse& message);

}  // namespace crossdock::net::grpc
