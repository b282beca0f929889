#include "net/grpc/stream_call.h"

#include <utility>

#include <fmt/format.h>
#include <grpcpp/server_context.h>

#include "net/grpc/call_metadata.h"
#include "net/grpc/infer_messages.h"
#include "net/infer_call.h"
#include "net/status.h"

namespace crossdock::net::grpc {
namespace {

constexpr const char* kMethod = "ModelStreamInfer";

// Triton's clients ask so which answer is a request's last, as its decoupled models give any number.
constexpr const char* kAsksForFinal = "triton_enable_empty_final_response";
constexpr const char* kIsFinal = "triton_final_response";

void Fill(const StreamedRequest& request, const Result<pipeline::InferAnswer>& answer,
          inference::ModelStreamInferResponse& message) {
  auto& reply = *message.mutable_infer_response();
  if (answer) {
    EncodeInferReply(request.id, request.timing, *answer, reply);
  } else {
    message.set_error_message(ErrorText(answer.error()));
    reply.set_id(request.id);
  }
  if (request.marks_final) (*reply.mutable_parameters())[kIsFinal].set_bool_param(true);
}

bool AsksForFinal(const inference::ModelInferRequest& message) {
  const auto at = message.parameters().find(kAsksForFinal);
  return at != message.parameters().end() && at->second.bool_param();
}

}  // namespace

void StreamHandle::Answer(const std::shared_ptr<StreamedRequest>& request,
                          const Result<pipeline::InferAnswer>& answer) {
  inference::ModelStreamInferResponse message;
  Fill(*request, answer, message);
  const size_t size = message.ByteSizeLong();
  auto state = state_.Lock();
  if (state->call == nullptr) return;
  state->call->door_.metrics.Answered(kMethod, answer ? 0 : GrpcCode(answer.error()),
                                      std::chrono::steady_clock::now() - request->received, request->request_id);
  request->message = std::move(message);
  request->answered = true;
  state->bytes += size;
  state->bytes -= std::exchange(request->bytes, size);
  Step(*state);
}

void StreamHandle::Stop(::grpc::StatusCode code, const Error& error) {
  cancel.request_stop();
  auto state = state_.Lock();
  state->under_way.resize(state->writing ? 1 : 0);  // what is being written stays until it is
  if (auto* call = std::exchange(state->call, nullptr)) call->Finish({code, ErrorText(error)});
}

void StreamHandle::Step(State& state) const {
  if (state.call == nullptr) return;
  if (!state.writing && !state.under_way.empty() && state.under_way.front()->answered) {
    state.writing = true;
    state.call->StartWrite(&state.under_way.front()->message);
  }
  if (state.half_closed) {
    if (state.under_way.empty()) std::exchange(state.call, nullptr)->Finish(::grpc::Status::OK);
  } else if (!state.reading && state.under_way.size() < limits_.requests && state.bytes < limits_.bytes) {
    state.reading = true;
    state.call->StartRead(&state.call->message_);
  }
}

StreamCall::StreamCall(::grpc::CallbackServerContext& context, const FrontEnd& front_end, const Door& door,
                       StreamLimits limits)
    : context_(context),
      front_end_(front_end),
      door_(door),
      stream_id_(RequestIdOf(context)),
      handle_(std::make_shared<StreamHandle>(limits)) {
  handle_->state_.Lock()->call = this;
  context_.AddInitialMetadata("x-request-id", stream_id_);
  door_.calls.Add(handle_);
  if (const auto caller = Ask(door_.gate, context, access::Role::kInfer); !caller) {
    handle_->Stop(static_cast<::grpc::StatusCode>(GrpcCode(caller.error())), caller.error());
  } else {
    handle_->Step(*handle_->state_.Lock());
  }
}

Result<pipeline::InferRequest> StreamCall::Read(StreamedRequest& request) {
  request.received = std::chrono::steady_clock::now();
  request.request_id = fmt::format("{}.{}", stream_id_, ++requests_);
  request.marks_final = AsksForFinal(message_);
  request.id = message_.id().empty() ? request.request_id : message_.id();
  auto caller = Ask(door_.gate, context_, access::Role::kInfer);
  if (!caller) return caller.error();
  if (const Status held = caller->Hold(request.bytes); !held) return held.error();
  auto decoded = DecodeInfer(message_);
  if (!decoded) return decoded.error();
  if (auto applied = ApplyCall(context_, *std::move(caller), request.request_id, request.received, *decoded); !applied)
    return applied.error();
  request.timing = decoded->options.timing;
  auto infer = BuildInferRequest(front_end_, *decoded);
  if (infer) infer->context.cancel = handle_->cancel;
  return infer;
}

void StreamCall::OnReadDone(bool good) {
  if (!good) {
    auto state = handle_->state_.Lock();
    state->reading = false;
    state->half_closed = true;
    return handle_->Step(*state);
  }
  const auto request = std::make_shared<StreamedRequest>();
  request->bytes = message_.ByteSizeLong();
  {
    auto state = handle_->state_.Lock();
    if (state->call == nullptr) return;
    state->under_way.push_back(request);
    state->bytes += request->bytes;
  }
  auto infer = Read(*request);
  if (infer) {
    infer->done = pipeline::Completion<pipeline::InferAnswer>(
        [handle = handle_, request](const Result<pipeline::InferAnswer>& answer) { handle->Answer(request, answer); });
    front_end_.infer.Infer(*std::move(infer));
  } else {
    handle_->Answer(request, infer.error());
  }
  auto state = handle_->state_.Lock();
  state->reading = false;
  handle_->Step(*state);
}

void StreamCall::OnWriteDone(bool good) {
  if (!good) return OnCancel();
  auto state = handle_->state_.Lock();
  state->writing = false;
  state->bytes -= state->under_way.front()->bytes;
  state->under_way.pop_front();
  handle_->Step(*state);
}

void StreamCall::OnCancel() {
  handle_->Stop(::grpc::StatusCode::CANCELLED, {ErrorCode::kCancelled, "the client is gone"});
}

void StreamCall::OnDone() {
  door_.calls.Remove(handle_);
  delete this;
}

}  // namespace crossdock::net::grpc
