#pragma once

#include <chrono>
#include <string>
#include <utility>

#include <tl/expected.hpp>

namespace crossdock {

/// What kind of failure it was; `net/status.cc` maps each to HTTP and gRPC in one table.
enum class ErrorCode {
  kInvalidArgument,    // the caller's mistake; `field` names where
  kNotFound,           // model, version, job or file that is not there
  kAlreadyExists,      // a name that is taken
  kResourceExhausted,  // refused by a limit: queue, bytes, memory; `retry_after` may say when to come back
  kDeadlineExceeded,   // too late, or cannot be done in time
  kUnavailable,        // not now: loading, stopping, unanswered
  kCancelled,          // the caller went away
  kUnimplemented,      // well formed, but not something this build or runtime does
  kUnauthenticated,    // nobody knows who asks
  kPermissionDenied,   // it is known, and he may not
  kInternal,           // our fault or the runtime's
};

/// Why a request was refused, for machines: a metric label and a response field, never to be parsed out of the message.
enum class Reason {
  kNone,
  kQueueFull,
  kTierOverload,
  kDeadlineUnmeetable,
  kMemory,
  kQuota,     // the limits of who asks
  kTooLarge,  // a body, picture or nesting limit: HTTP 413
  kShuttingDown,
  kModelNotReady,
  kModelFailed,
};

/// Lower-case names used in metrics, logs and replies: "invalid_argument", "queue_full".
const char* Name(ErrorCode code);
const char* Name(Reason reason);

struct Error {
  ErrorCode code;
  std::string message;     // what failed, on what, and what to do about it
  std::string field = {};  // the request or configuration field at fault, as the sender wrote it: "inputs[0].shape"
  Reason reason = Reason::kNone;
  std::chrono::milliseconds retry_after{0};  // 0: no advice
};

/// A value, or the reason why there is none. Expected failures travel this way; exceptions stay at the vendors' edge.
template <class T>
class [[nodiscard]] Result : public tl::expected<T, Error> {
 public:
  using tl::expected<T, Error>::expected;
  Result() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): lets callers `return other.error();`
  Result(Error error) : tl::expected<T, Error>(tl::unexpect, std::move(error)) {}
};
using Status = Result<void>;

/// The caller's mistake, at `field`.
inline Error InvalidArgument(std::string field, std::string message) {
  return Error{ErrorCode::kInvalidArgument, std::move(message), std::move(field)};
}

}  // namespace crossdock
