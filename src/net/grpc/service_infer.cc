#include <limits>
#include <utility>

#include "net/call_parameters.h"
#include "net/grpc/call.h"
#include "net/grpc/infer_messages.h"
#include "net/grpc/service.h"

namespace crossdock::net::grpc {
namespace {

/// Milliseconds that the message gives the call.
double Stated(const CallOptions& options) {
  if (options.deadline_ms) return *options.deadline_ms;
  if (options.timeout_us.value_or(0) != 0) return static_cast<double>(*options.timeout_us) / 1000;
  return std::numeric_limits<double>::infinity();
}

/// What the call's metadata and deadline add to its message.
Status ApplyCall(const Call& from, InferCall& call) {
  call.request_id = from.request_id();
  call.received = from.received();
  call.caller = *from.caller();
  auto applied = ApplyHeaders(from.metadata("x-crossdock-tier"), from.metadata("x-crossdock-deadline-ms"),
                              from.metadata("x-crossdock-timing"), call);
  if (!applied) return applied;
  const double remaining = from.remaining_ms();
  if (remaining == 0)
    return Error{ErrorCode::kDeadlineExceeded, "the deadline had passed when the call arrived", "deadline"};
  // The earlier of the call's own deadline and what its message says; what the message says wrongly stays, to be refused.
  if (remaining > 0 && remaining < kLongestDeadlineMs && Stated(call.options) >= remaining)
    call.options.deadline_ms = remaining;
  return {};
}

}  // namespace

Service::Reactor* Service::ModelInfer(Context* context, const inference::ModelInferRequest* request,
                                      inference::ModelInferResponse* response) {
  auto* call = new Call(*context, door_, "ModelInfer", access::Role::kInfer);
  const auto handle = call->handle();
  const auto fail = [&](const Error& error) {
    handle->Finish([&](Call& mine) { return mine.Fail(error); });
    return call;
  };
  if (!call->caller()) return fail(call->caller().error());
  if (const Status held = call->caller()->Hold(request->ByteSizeLong()); !held) return fail(held.error());
  // gRPC hands the message out as const, but nobody else reads it: its tensors are taken instead of copied.
  auto decoded = DecodeInfer(const_cast<inference::ModelInferRequest&>(*request));
  if (!decoded) return fail(decoded.error());
  if (auto applied = ApplyCall(*call, *decoded); !applied) return fail(applied.error());
  auto infer = BuildInferRequest(front_end_, *decoded);
  if (!infer) return fail(infer.error());

  infer->context.cancel = handle->cancel;
  const std::string id = decoded->body_id.empty() ? call->request_id() : decoded->body_id;
  infer->done = pipeline::Completion<pipeline::InferAnswer>(
      [handle, response, id, timing = decoded->options.timing](Result<pipeline::InferAnswer> answer) {
        handle->Finish([&](Call& mine) {
          if (!answer) return mine.Fail(answer.error());
          EncodeInferReply(id, timing, *answer, *response);
          return ::grpc::Status::OK;
        });
      });
  front_end_.infer.Infer(std::move(*infer));
  return call;
}

}  // namespace crossdock::net::grpc
