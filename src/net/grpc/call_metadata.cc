#include "net/grpc/call_metadata.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>

#include <grpcpp/server_context.h>

#include "net/call_parameters.h"
#include "net/request_id.h"

namespace crossdock::net::grpc {
namespace {

/// Milliseconds that the message gives the call.
double Stated(const CallOptions& options) {
  if (options.deadline_ms) return *options.deadline_ms;
  if (options.timeout_us.value_or(0) != 0) return static_cast<double>(*options.timeout_us) / 1000;
  return std::numeric_limits<double>::infinity();
}

}  // namespace

std::string_view MetadataOf(const ::grpc::CallbackServerContext& context, const char* key) {
  const auto& metadata = context.client_metadata();
  const auto at = metadata.find(key);
  return at == metadata.end() ? std::string_view() : std::string_view(at->second.data(), at->second.size());
}

std::string RequestIdOf(const ::grpc::CallbackServerContext& context) {
  return RequestIdOr(MetadataOf(context, "x-request-id"));
}

double RemainingMs(const ::grpc::CallbackServerContext& context) {
  const auto deadline = context.deadline();
  if (deadline == std::chrono::system_clock::time_point::max()) return -1;
  return std::max(0.0, std::chrono::duration<double, std::milli>(deadline - std::chrono::system_clock::now()).count());
}

Status ApplyCall(const ::grpc::CallbackServerContext& context, access::Caller caller, std::string request_id,
                 TimePoint received, InferCall& call) {
  call.request_id = std::move(request_id);
  call.received = received;
  call.caller = std::move(caller);
  auto applied = ApplyHeaders(MetadataOf(context, "x-crossdock-tier"), MetadataOf(context, "x-crossdock-deadline-ms"),
                              MetadataOf(context, "x-crossdock-timing"), call);
  if (!applied) return applied;
  const double remaining = RemainingMs(context);
  if (remaining == 0)
    return Error{ErrorCode::kDeadlineExceeded, "the deadline had passed when the call arrived", "deadline"};
  // What the message says wrongly stays, to be refused.
  if (remaining > 0 && remaining < kLongestDeadlineMs && Stated(call.options) >= remaining)
    call.options.deadline_ms = remaining;
  return {};
}

}  // namespace crossdock::net::grpc
