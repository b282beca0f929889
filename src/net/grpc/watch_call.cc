#include "net/grpc/watch_call.h"

#include <utility>

#include <grpcpp/server_context.h>

#include "net/grpc/call.h"
#include "net/grpc/call_metadata.h"
#include "net/grpc/job_messages.h"

namespace crossdock::net::grpc {
bool WatchHandle::See(const Result<jobs::JobView>& job) {
  auto state = state_.Lock();
  if (state->call == nullptr || state->status) return false;
  if (!job) {
    state->status = ToStatus(job.error());
  } else if (!state->last_revision || job->revision > *state->last_revision) {
    state->last_revision = job->revision;
    state->next = *job;
    if (HasEnded(job->state)) state->status = ::grpc::Status::OK;
  }
  Step(*state);
  return !state->status;
}

void WatchHandle::Step(State& state) {
  if (state.call == nullptr || state.writing) return;
  if (state.next) {
    state.writing = true;
    state.call->Write(*std::exchange(state.next, std::nullopt));
  } else if (state.status) {
    std::exchange(state.call, nullptr)->FinishWith(*state.status);
  }
}

WatchCall::WatchCall(::grpc::CallbackServerContext& context, const Door& door)
    : door_(door),
      caller_(Ask(door.gate, context, access::Role::kInfer)),
      request_id_(RequestIdOf(context)),
      received_(std::chrono::steady_clock::now()),
      handle_(std::make_shared<WatchHandle>()) {
  handle_->state_.Lock()->call = this;
  context.AddInitialMetadata("x-request-id", request_id_);
  door_.calls.Add(handle_);
}

void WatchCall::Write(const jobs::JobView& job) {
  message_.Clear();
  Fill(job, message_);
  StartWrite(&message_);
}

void WatchCall::FinishWith(const ::grpc::Status& status) {
  door_.metrics.Answered("Watch", status.error_code(), std::chrono::steady_clock::now() - received_, request_id_);
  Finish(status);
}

void WatchCall::OnWriteDone(bool good) {
  auto state = handle_->state_.Lock();
  state->writing = false;
  if (!good) {
    state->next.reset();
    state->status = ::grpc::Status(::grpc::StatusCode::CANCELLED, "the client is gone");
  }
  WatchHandle::Step(*state);
}

void WatchCall::OnCancel() {
  handle_->cancel.request_stop();
  auto state = handle_->state_.Lock();
  state->next.reset();
  state->status = ::grpc::Status(::grpc::StatusCode::CANCELLED, "the client is gone");
  WatchHandle::Step(*state);
}

void WatchCall::OnDone() {
  door_.calls.Remove(handle_);
  delete this;
}

}  // namespace crossdock::net::grpc
