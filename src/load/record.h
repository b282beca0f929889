#pragma once

#include <cstdint>

#include "base/clock.h"

namespace crossdock::load {

/// Why a request has no answer.
enum class Failure : uint8_t {
  kNone,
  kConnect,  // nobody took the connection
  kBroken,   // the connection ended, or what came was no HTTP
  kTimeout,  // no whole answer in time, or no free connection to send it on
};
/// "connect", "broken", "timeout"; empty for kNone.
const char* Name(Failure failure);

/// One request and what came of it. Moments count from the start of the load; those that never came are -1 ns.
struct Record {
  static constexpr Nanos kNever{-1};
  Nanos intended{0};    // when it should have been sent
  Nanos ready{0};       // when the generator got to it: what is later than `intended` is the generator's own fault
  Nanos sent = kNever;  // when it went out: later than `ready` where it waited for a connection
  Nanos first_byte = kNever;  // when the head of its answer had come
  Nanos done{0};              // when the answer was whole, or it was given up
  uint32_t stream = 0;        // index
  uint32_t message = 0;       // index among the stream's messages
  int status = 0;             // HTTP's; 0: no answer
  Failure failure = Failure::kNone;
  uint64_t request_bytes = 0;
  uint64_t reply_bytes = 0;  // of the body

  /// From the intended moment, as somebody who wanted the answer then has seen it.
  Nanos latency() const { return done - intended; }
  bool ok() const { return failure == Failure::kNone && status >= 200 && status < 300; }
  /// Turned away for want of room, and told so.
  bool refused() const { return failure == Failure::kNone && (status == 429 || status == 503); }
};

}  // namespace crossdock::load
