#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/clock.h"
#include "base/tier.h"
#include "schedule/batching_config.h"
#include "schedule/latency_table.h"
#include "schedule/wait_controller.h"

/// Pure decisions over plain values: no locks, no threads, no clock reads. The same code runs in the server, in the simulator
/// and in the tests.
namespace crossdock::schedule {

using QueueId = uint32_t;
using SlotId = uint32_t;

/// How a queue collects its batches, resolved from its configuration once.
struct BatchRule {
  BatchMode mode = BatchMode::kGap;
  int max_batch = 1;                           // rows: the smaller of the configuration's and the model's own limit
  Nanos window{0};                             // longest hold; 0: half the time of one call
  Nanos margin{std::chrono::milliseconds(2)};  // kept free before a deadline
  Nanos target{0};                             // article: P99 aimed at; 0: ten times the time of one call
  int queue_ref = 0;                           // article: waiting rows that are too many; 0: max_batch
  std::vector<int> sizes;                      // batch sizes that are run, ascending, the last is max_batch; empty: any
};
BatchRule MakeRule(const BatchingConfig& config, int model_limit);

/// What the wait of `article` is set by, with this rule and what is known of the calls.
WaitController::Reference ReferenceOf(const BatchRule& rule, const LatencyTable& latency);

/// What the policy sees of one (model version, shape bucket) queue.
struct QueueView {
  QueueId id = 0;
  Tier tier = Tier::kNormal;  // of its most urgent item
  int rows = 0;               // waiting rows, not requests
  int head_rows = 0;          // rows of the item that leaves first; no batch is smaller than that
  bool head_alone = false;    // it runs by itself and waits for nobody
  TimePoint oldest;           // arrival of the oldest waiting item
  TimePoint newest;           // arrival of the newest
  TimePoint earliest_deadline = TimePoint::max();
  bool can_run = true;  // false while the model already runs as many calls as it may
  const BatchRule* rule = nullptr;
  const LatencyTable* latency = nullptr;
  Nanos gap = Nanos::max();                 // expected time between arrivals; max: unknown
  Nanos row_gap = Nanos::max();             // the same for single rows, over a longer time
  Nanos wait{0};                            // article: longest hold of the oldest item now
  int calls = 1;                            // calls of the model at once, slots permitting
  int running = 0;                          // of them run now
  TimePoint last_start = TimePoint::min();  // when the newest of them began
};

struct SlotView {
  SlotId id = 0;
  bool free = true;
};

/// Run up to `rows` rows of `queue` on `slot`.
struct Fire {
  SlotId slot = 0;
  QueueId queue = 0;
  int rows = 0;
};

/// Give up the waiting items of `queue` that are due before `before`, most urgent first, while more than `down_to` rows wait: no call
/// can answer them in time.
struct Shed {
  QueueId queue = 0;
  TimePoint before;
  int down_to = 0;
};

struct Decision {
  std::vector<Fire> fires;
  std::vector<Shed> sheds;
  TimePoint wake_at = TimePoint::max();  // when to ask again if nothing else happens: no polling
};

class Policy {
 public:
  virtual ~Policy() = default;
  /// What to start now; at most one batch per queue and free slot. Every event (arrival, completion, timer) asks, and asks again
  /// after executing what it was told while that was anything.
  /// busy  fraction of recent time that the slots were running, 0..1
  virtual Decision Decide(TimePoint now, std::span<const QueueView> queues, std::span<const SlotView> slots,
                          double busy) = 0;
};

/// Tier first, then the earliest deadline, then the oldest; each queue collects its batches by its own rule. A held queue does
/// not block another. Keeps no state. Source of the `gap` rule: docs/batching.md.
std::unique_ptr<Policy> MakeEarliestDeadlinePolicy();

}  // namespace crossdock::schedule
