#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "base/tier.h"
#include "schedule/batching_config.h"
#include "schedule/latency_table.h"

/// Pure decisions over plain values: no locks, no threads, no clock reads. The same code runs in the server, in the simulator
/// and in the tests.
namespace crossdock::schedule {

using QueueId = uint32_t;
using SlotId = uint32_t;

/// What the policy sees of one (model version, shape bucket) queue.
struct QueueView {
  QueueId id = 0;
  Tier tier = Tier::kNormal;      // of its most urgent item
  int rows = 0;                   // waiting rows, not requests
  int head_rows = 0;              // rows of the item that would leave first; a batch is never smaller than that
  TimePoint oldest;               // arrival of the oldest waiting item
  TimePoint newest;               // arrival of the newest
  TimePoint earliest_deadline = TimePoint::max();
  int max_batch = 1;              // the model's own limit, rows
  int running = 0;                // calls of this model running now
  int max_running = 1;            // calls of this model that may run at once
  const BatchingConfig* batching = nullptr;
  const LatencyTable* latency = nullptr;
  Nanos gap{0};                   // expected time between arrivals; 0: unknown
  double busy = 0;                // fraction of recent time that the slots were running, 0..1
};

struct SlotView {
  SlotId id = 0;
  bool free = true;
};

/// Run a batch of up to `rows` rows of `queue` on `slot`.
struct Fire {
  SlotId slot = 0;
  QueueId queue = 0;
  int rows = 0;
};

struct Decision {
  std::vector<Fire> fires;
  TimePoint wake_at = TimePoint::max();  // when to ask again if nothing else happens: no polling, exact expiry
};

class Policy {
 public:
  virtual ~Policy() = default;
  /// What to start now. Every event (arrival, completion, timer) asks; one call may start several batches.
  virtual Decision Decide(TimePoint now, std::span<const QueueView> queues, std::span<const SlotView> slots) = 0;
};

/// Earliest deadline first between queues (tier first), batches by each queue's own mode. State: none.
std::unique_ptr<Policy> MakeEarliestDeadlinePolicy();

}  // namespace crossdock::schedule
