#include "access/quota.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace crossdock::access {
namespace {

using std::chrono::milliseconds;

Error OverQuota(std::string message, milliseconds retry_after) {
  return {ErrorCode::kResourceExhausted, std::move(message), "", Reason::kQuota, retry_after};
}

}  // namespace

Quota::Place::~Place() {
  auto state = quota_->state_.Lock();
  --state->requests;
  state->bytes -= bytes_;
}

Status Quota::Place::Hold(const Principal& principal, size_t bytes) {
  auto state = quota_->state_.Lock();
  const size_t most = principal.limits.bytes;
  if (most > 0 && (bytes > most || state->bytes > most - bytes)) {
    return OverQuota(fmt::format("requests of {} hold {} bytes and this one adds {}; {} are allowed", principal.name,
                                 state->bytes, bytes, most),
                     milliseconds(200));
  }
  state->bytes += bytes;
  bytes_ += bytes;
  return {};
}

Result<std::shared_ptr<Quota::Place>> Quota::Enter(const Principal& principal, TimePoint now) {
  const Limits& limits = principal.limits;
  auto state = state_.Lock();
  if (limits.requests > 0 && state->requests >= limits.requests) {
    return OverQuota(
        fmt::format("{} requests of {} are under way, as many as are allowed", state->requests, principal.name),
        milliseconds(100));
  }
  if (limits.rate > 0) {
    // A bucket that holds what one second brings, and at least one request.
    const double room = std::max(1.0, limits.rate);
    const double seconds = state->refilled == TimePoint::min()
                               ? room / limits.rate
                               : std::chrono::duration<double>(now - state->refilled).count();
    state->tokens = std::min(room, state->tokens + std::max(0.0, seconds) * limits.rate);
    state->refilled = now;
    if (state->tokens < 1) {
      const auto next = milliseconds(static_cast<int64_t>(std::ceil((1 - state->tokens) / limits.rate * 1000)));
      return OverQuota(fmt::format("more than {} requests a second of {}", limits.rate, principal.name), next);
    }
    state->tokens -= 1;
  }
  ++state->requests;
  return std::make_shared<Place>(shared_from_this());
}

}  // namespace crossdock::access
