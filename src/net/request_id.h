#pragma once

#include <string>
#include <string_view>

namespace crossdock::net {

/// Whether a client's request id may go into logs, headers and metrics: 1 to 64 of letters, digits and "-._~:/+=@".
bool IsGoodRequestId(std::string_view id);

/// An id that no other request of this or an earlier run has: a random part of the process and a count.
std::string NewRequestId();

/// The offered id where it is good, else a new one.
std::string RequestIdOr(std::string_view offered);

}  // namespace crossdock::net
