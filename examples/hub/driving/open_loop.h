#pragma once

#include <functional>
#include <stop_token>

#include "base/clock.h"

namespace crossdock::hub {

/// When to send what: `count` pictures, `rate` a second, whether or not earlier ones have been answered, as cameras do.
struct Schedule {
  int count = 0;
  double rate =
      2;  // a second; 0: each lane sends its next as soon as the last is answered (no cameras, just through with it)
  int lanes = 32;  // requests under way at once, at most: what a server that has fallen behind may be owed
};

/// One sending: everything is counted from `intended`, so that a server that stalls cannot hide it by holding the sender up.
struct Turn {
  int index = 0;
  int lane = 0;
  TimePoint intended;
};

/// Calls `send` for each turn, on one thread per lane; `send` waits for the moment itself (see WaitForTurn), so that it can prepare
/// before. Returns when all are answered or `stop` is requested.
void RunOpenLoop(const Schedule& schedule, std::stop_token stop, const std::function<void(const Turn&)>& send);

/// Waits for the moment of sending; false: stopped.
bool WaitForTurn(const Turn& turn, std::stop_token stop);

}  // namespace crossdock::hub
