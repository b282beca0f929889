#include "base/result.h"

namespace crossdock {

const char* Name(ErrorCode code) {
  switch (code) {
    case ErrorCode::kInvalidArgument: return "invalid_argument";
    case ErrorCode::kNotFound: return "not_found";
    case ErrorCode::kAlreadyExists: return "already_exists";
    case ErrorCode::kResourceExhausted: return "resource_exhausted";
    case ErrorCode::kDeadlineExceeded: return "deadline_exceeded";
    case ErrorCode::kUnavailable: return "unavailable";
    case ErrorCode::kCancelled: return "cancelled";
    case ErrorCode::kUnimplemented: return "unimplemented";
    case ErrorCode::kUnauthenticated: return "unauthenticated";
    case ErrorCode::kPermissionDenied: return "permission_denied";
    case ErrorCode::kInternal: return "internal";
  }
  return "unknown";
}

const char* Name(Reason reason) {
  switch (reason) {
    case Reason::kNone: return "none";
    case Reason::kQueueFull: return "queue_full";
    case Reason::kTierOverload: return "tier_overload";
    case Reason::kDeadlineUnmeetable: return "deadline_unmeetable";
    case Reason::kMemory: return "memory";
    case Reason::kQuota: return "quota";
    case Reason::kTooLarge: return "too_large";
    case Reason::kShuttingDown: return "shutting_down";
    case Reason::kModelNotReady: return "model_not_ready";
    case Reason::kModelFailed: return "model_failed";
  }
  return "unknown";
}

}  // namespace crossdock
