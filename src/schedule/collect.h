#pragma once

#include "schedule/policy.h"

namespace crossdock::schedule {

/// What one queue should do with a free slot.
struct Collected {
  int rows = 0;                          // > 0: run so many rows now
  TimePoint hold_until = TimePoint::max();  // rows == 0: ask again then
};

/// What stands around the queue when it decides.
struct Surroundings {
  bool freed_time_is_wanted = false;  // a lower tier waits, or at least two slots are idle
  double busy = 0;                    // fraction of recent time that the slots were running
};

/// The batch that `queue` sends now, or until when it collects. Pure.
Collected Collect(TimePoint now, const QueueView& queue, const Surroundings& around);

}  // namespace crossdock::schedule
