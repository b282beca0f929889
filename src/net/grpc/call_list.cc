#include "net/grpc/call_list.h"

#include "net/grpc/call.h"

namespace crossdock::net::grpc {
namespace {

::grpc::Status Stopped(Call& call) {
  return call.Fail(
      {ErrorCode::kUnavailable, "the server stopped before the request was answered", "", Reason::kShuttingDown});
}

}  // namespace

void CallList::Add(const std::shared_ptr<CallHandle>& call) {
  auto state = state_.Lock();
  state->calls.insert(call);
  const bool ending = state->ending;
  state.Unlock();
  if (ending) call->Finish(Stopped);
}

void CallList::Remove(const std::shared_ptr<CallHandle>& call) { state_.Lock()->calls.erase(call); }

void CallList::EndAfter(std::chrono::milliseconds drain, std::stop_token stop) {
  RealClock clock;
  const auto until = clock.Now() + drain;
  auto state = state_.Lock();
  while (!stop.stop_requested() && clock.Now() < until) state.Wait(clock, never_, until, stop);
  if (stop.stop_requested()) return;
  state->ending = true;
  const std::vector<std::shared_ptr<CallHandle>> calls(state->calls.begin(), state->calls.end());
  state.Unlock();
  for (const auto& call : calls) {
    call->cancel.request_stop();
    call->Finish(Stopped);
  }
}

}  // namespace crossdock::net::grpc
