#pragma once

#include <chrono>
#include <optional>
#include <string_view>

#include "base/result.h"

namespace crossdock::net::http {

/// What a Prefer header says of waiting for the answer (RFC 7240).
struct Preference {
  std::optional<std::chrono::milliseconds> wait;  // "wait=2.5": answer in this call if it is done by then
  bool respond_async = false;                     // "respond-async": answer 202 at once
};

/// Preferences that are not known are passed over, as the standard wants; a wait that cannot be read is refused, because a client that
/// asked for an answer in the call would else not get one. Fractions of a second are taken; `most` bounds the wait.
/// errors  kInvalidArgument at "Prefer"
Result<Preference> ParsePrefer(std::string_view header, std::chrono::milliseconds most);

}  // namespace crossdock::net::http
