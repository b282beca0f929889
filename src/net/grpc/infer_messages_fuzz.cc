#include <cstddef>
#include <cstdint>
#include <utility>

#include "net/grpc/infer_messages.h"

/// Any bytes as a ModelInferRequest: whatever is accepted is exactly as long as its shape says, and comes back whole in a reply.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  namespace grpc = crossdock::net::grpc;
  inference::ModelInferRequest message;
  if (!message.ParseFromArray(data, static_cast<int>(size))) return 0;
  auto call = grpc::DecodeInfer(message);
  if (!call) {
    if (call.error().field.empty()) __builtin_trap();
    return 0;
  }
  crossdock::pipeline::InferAnswer answer;
  for (auto& input : call->inputs) {
    if (!crossdock::tensor::CheckBytes(input.tensor.view(), "")) __builtin_trap();
    answer.outputs.push_back(std::move(input));
  }
  inference::ModelInferResponse reply;
  grpc::EncodeInferReply(call->body_id, call->options.timing, answer, reply);
  if (reply.outputs_size() != reply.raw_output_contents_size()) __builtin_trap();
  inference::ModelInferResponse read;
  if (!read.ParseFromString(reply.SerializeAsString())) __builtin_trap();
  return 0;
}
