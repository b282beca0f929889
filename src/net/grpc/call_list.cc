#include "net/grpc/call_list.h"

namespace crossdock::net::grpc {

Error CallList::Stopped() {
  return {ErrorCode::kUnavailable, "the server stopped before the request was answered", "", Reason::kShuttingDown};
}

void CallList::Add(const std::shared_ptr<OpenCall>& call) {
  auto state = state_.Lock();
  state->calls.insert(call);
  const bool ending = state->ending;
  state.Unlock();
  if (ending) call->End();
}

void CallList::Remove(const std::shared_ptr<OpenCall>& call) { state_.Lock()->calls.erase(call); }

void CallList::EndAfter(std::chrono::milliseconds drain, std::stop_token stop) {
  RealClock clock;
  const auto until = clock.Now() + drain;
  auto state = state_.Lock();
  while (!stop.stop_requested() && clock.Now() < until) state.Wait(clock, never_, until, stop);
  if (stop.stop_requested()) return;
  state->ending = true;
  const std::vector<std::shared_ptr<OpenCall>> calls(state->calls.begin(), state->calls.end());
  state.Unlock();
  for (const auto& call : calls) {
    call->cancel.request_stop();
    call->End();
  }
}

}  // namespace crossdock::net::grpc
