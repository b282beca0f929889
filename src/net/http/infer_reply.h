#pragma once

#include <string>
#include <vector>

#include "net/http/message.h"
#include "net/infer_call.h"
#include "pipeline/request.h"

namespace crossdock::net::http {

/// What of a call is needed to write its reply.
struct ReplyPlan {
  std::string id;                     // the body's, or the request's where the body had none
  std::vector<WantedOutput> outputs;  // empty: all
  bool binary_outputs = false;        // of outputs that do not say
  bool timing = false;
};

/// The reply of the Open Inference Protocol: JSON, followed by the outputs that are wanted in binary. The tensors are sent from where
/// they are.
/// errors  kInvalidArgument at "outputs[i]": values that JSON cannot carry
Result<Response> EncodeInferReply(const ReplyPlan& plan, const pipeline::InferAnswer& answer);

/// "queue;dur=0.120, engine;dur=3.400": a Server-Timing header, milliseconds.
std::string ServerTiming(const pipeline::Timing& timing);

}  // namespace crossdock::net::http
