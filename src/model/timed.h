#pragma once

#include <chrono>

#include "base/clock.h"

namespace crossdock::model {

/// Runs a step of a load and says how long it took.
template <class Step>
auto Timed(Nanos& took, Step step) {
  const auto begun = std::chrono::steady_clock::now();
  auto result = step();
  took = std::chrono::steady_clock::now() - begun;
  return result;
}

}  // namespace crossdock::model
