#pragma once

#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "pipeline/bucket_queue.h"
#include "pipeline/work_item.h"
#include "schedule/arrival_gap.h"
#include "schedule/policy.h"

namespace crossdock::pipeline {

/// Items that leave together, on one slot.
struct Batch {
  schedule::SlotId slot = 0;
  schedule::QueueId queue = 0;
  int session_slot = 0;  // which of the session's own slots it occupies
  int rows = 0;
  int padding = 0;  // rows that are run and answer nobody, because only some batch sizes are run
  std::vector<WorkItem> items;
};

/// The queues and the slot table, and the execution of the policy's decisions on them. No threads, no locks, no clock reads: the
/// dispatcher drives it under a lock, tests drive it by hand.
class DispatchCore {
 public:
  DispatchCore(std::unique_ptr<schedule::Policy> policy, int slots);

  /// Queues the item. On refusal the item is left as it was, for the caller to answer.
  /// errors  kResourceExhausted (kQueueFull): max_queued rows of this model version wait, in whatever shapes; (kTierOverload,
  ///         kDeadlineUnmeetable): its whole request would not be answered in time, by what runs and what goes first
  Status Add(TimePoint now, WorkItem& item);

  struct Step {
    std::vector<Batch> batches;  // to be started, each on a slot that is now taken
    std::vector<std::pair<WorkItem, Error>>
        dropped;                           // to be answered: late, impossible to answer in time, or cancelled
    TimePoint wake_at = TimePoint::max();  // when to ask again if nothing happens before
  };
  /// Everything that is to be done at `now`.
  Step Advance(TimePoint now);

  /// Some client has gone: the next Advance takes out what waits for it, wherever it waits.
  void NoteCancelled() { cancelled_ = true; }

  /// A call has ended, or will not be started, and its slot is free again. `engine_time` teaches the latency table; zero does not.
  void Complete(TimePoint now, const Batch& batch, Nanos engine_time);
  /// Puts items of a failed call back, each to run alone.
  void Requeue(schedule::QueueId queue, std::vector<WorkItem> items);

  /// Takes every waiting item out, to be answered by others: nothing is queued afterwards.
  std::vector<WorkItem> TakeAll();

  /// Waiting rows of all queues.
  int queued_rows() const;
  int running() const { return running_; }
  /// Waiting rows per model name, for gauges.
  std::map<std::string, int> QueuedByModel() const;

 private:
  BucketQueue& QueueFor(TimePoint now, const WorkItem& item);
  Status AskForTime(TimePoint now, BucketQueue& queue, const WorkItem& item) const;
  void Forget(bool (BucketQueue::*which)() const);
  void Push(BucketQueue& queue, WorkItem item);
  std::vector<schedule::QueueView> Views() const;
  void Start(TimePoint now, const schedule::Fire& fire, Step& step);
  void GiveUp(const schedule::Shed& shed, Step& step);
  void TakeOutLate(TimePoint now, Step& step);
  void TakeOutCancelled(Step& step);

  std::unique_ptr<schedule::Policy> policy_;
  std::vector<schedule::SlotView> slots_;
  std::vector<TimePoint> slot_free_at_;  // when each is expected to be; in the past: it is
  schedule::BusyFraction busy_;
  int running_ = 0;
  bool cancelled_ = false;
  schedule::QueueId next_queue_ = 0;
  std::map<std::pair<const model::Version*, std::string>, schedule::QueueId> ids_;
  std::map<schedule::QueueId, std::unique_ptr<BucketQueue>> queues_;
  std::vector<BucketQueue*> waiting_;  // the queues that hold items: what every event has to look at
};

}  // namespace crossdock::pipeline
