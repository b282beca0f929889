#pragma once

#include "schedule/policy.h"

namespace crossdock::schedule {

/// What one queue should do with a free slot: run rows, or else shed, or else hold.
struct Collected {
  int rows = 0;                              // > 0: run so many rows now
  TimePoint hold_until = TimePoint::max();   // rows == 0: ask again then
  TimePoint shed_before = TimePoint::min();  // rows == 0: first give up what is due earlier than this …
  int shed_down_to = 0;                      // … while more rows than these wait; then ask again
};

/// What stands around the queue when it decides.
struct Surroundings {
  bool freed_time_is_wanted = false;  // a lower tier waits, or at least two slots are idle
  double busy = 0;                    // fraction of recent time that the slots were running
  int slots = 1;                      // of all models
  int free = 1;                       // of them, the one that is asked for included
};

/// The batch that `queue` sends now, or until when it collects. Pure.
Collected Collect(TimePoint now, const QueueView& queue, const Surroundings& around);

}  // namespace crossdock::schedule
