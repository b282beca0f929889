#pragma once

#include <exception>

#include "base/result.h"

namespace crossdock::engine::conformance {

/// Calls a vendor's interface and turns what it throws into what the suite compares.
template <class Call>
auto Caught(const Call& call) -> decltype(call()) {
  try {
    return call();
  } catch (const std::exception& e) {
    return Error{ErrorCode::kInternal, e.what()};
  }
}

}  // namespace crossdock::engine::conformance
