#pragma once

#include <array>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "pipeline/work_item.h"
#include "schedule/arrival_gap.h"
#include "schedule/call_sizes.h"
#include "schedule/policy.h"

namespace crossdock::pipeline {

/// The slots of one session and the rows that wait for them, shared by all queues of its version: no call is started that the runtime
/// would only queue, and the limit on waiting rows is the model's, however many shapes they have.
class SessionSlots {
 public:
  explicit SessionSlots(int count)
      : taken_(static_cast<size_t>(count), false), free_at_(static_cast<size_t>(count), TimePoint::min()) {}
  int count() const { return static_cast<int>(taken_.size()); }
  int running() const;
  bool any_free() const { return running() < count(); }
  /// `until`: when the call is expected to end.
  int Take(TimePoint now, TimePoint until);
  void Release(int slot) {
    taken_[static_cast<size_t>(slot)] = false;
    free_at_[static_cast<size_t>(slot)] = TimePoint::min();
  }
  /// When each is expected to be free; in the past: it is.
  std::span<const TimePoint> free_at() const { return free_at_; }

  TimePoint last_start() const { return last_start_; }

  int waiting_rows = 0;

 private:
  std::vector<bool> taken_;
  std::vector<TimePoint> free_at_;
  TimePoint last_start_ = TimePoint::min();
};

/// The waiting items of one (model version, shape bucket), most urgent first: by tier, deadline, arrival; those that must run alone
/// were in a call already and come before the others of their tier. Not thread-safe.
class BucketQueue {
 public:
  /// The input shapes without their batch dimension, as a text: items with equal keys can share a call.
  static std::string KeyOf(const WorkItem& item);

  BucketQueue(TimePoint now, schedule::QueueId id, const model::Pin& pin, const WorkItem& first,
              std::shared_ptr<SessionSlots> slots);

  void Push(WorkItem item);
  struct Popped {
    std::vector<WorkItem> batch;
    std::vector<WorkItem> cancelled;  // was in the way
  };
  /// Up to `rows` rows from the front; at least the first item. An item that must run alone does. When the first item is cancelled
  /// there is no batch: what was to be done was decided for that one.
  Popped Pop(int rows);
  /// Takes out what is due before `before`, most urgent first, while more than `down_to` rows wait.
  std::vector<WorkItem> TakeDueBefore(TimePoint before, int down_to);
  /// Takes out the items whose clients have gone.
  std::vector<WorkItem> TakeCancelled();
  std::vector<WorkItem> TakeAll();

  /// Keeps the wait of `article` up to date; to be called before anything changes that it depends on.
  void KeepTime(TimePoint now) { wait_.Advance(now, rows_, schedule::ReferenceOf(rule_, latency)); }
  void Arrive(TimePoint now, int rows) { gap_.Arrive(now, rows); }
  /// A call of this queue answered an item that had come at `arrived`.
  void Answered(TimePoint now, TimePoint arrived) { wait_.Answered(now, now - arrived); }
  /// One of its calls took so long, of that many rows.
  void Learn(TimePoint now, int rows, Nanos time);
  /// Rows of the call that `rows` rows run in: more than those where only some sizes are run.
  int CallRows(int rows) const { return schedule::CallRows(rule_, rows); }

  bool empty() const { return items_.empty(); }
  bool idle() const { return items_.empty() && running == 0; }
  /// Idle for ever: its version has gone.
  bool abandoned() const { return idle() && version_.expired(); }
  /// Whether this queue was made for exactly this version object.
  bool BelongsTo(const model::Pin& pin) const;
  int rows() const { return rows_; }
  /// Waiting rows that go before a newcomer of this tier and deadline.
  int RowsAhead(Tier tier, TimePoint deadline) const;
  const schedule::BatchRule& rule() const { return rule_; }
  /// Whether a newcomer is let in although no call is expected to be fast enough: what is refused teaches nothing, so that one slow
  /// minute would shut a model for good. Once in five seconds of an idle queue.
  bool MayTry(TimePoint now);
  /// Of all waiting items, whatever their tier.
  TimePoint earliest_deadline() const;
  schedule::QueueView View() const;
  int max_queued() const { return max_queued_; }
  const std::string& model_name() const { return model_name_; }
  const std::shared_ptr<SessionSlots>& slots() const { return slots_; }

  schedule::LatencyTable latency;
  int running = 0;

 private:
  // Tier, whether it runs with others, deadline, number. Items equal in the first two are a lane: its earliest deadline is its first.
  using Order = std::tuple<Tier, bool, TimePoint, uint64_t>;
  using Items = std::map<Order, WorkItem>;
  static Order EndOfLane(const Order& order);
  WorkItem Take(Items::iterator at);

  schedule::QueueId id_;
  std::weak_ptr<const model::Version> version_;
  std::string model_name_;
  schedule::BatchRule rule_;
  int max_queued_;
  std::shared_ptr<SessionSlots> slots_;
  Items items_;
  std::multiset<TimePoint> arrivals_;
  schedule::ArrivalGap gap_;
  schedule::WaitController wait_;
  int rows_ = 0;
  std::array<int, kTiers> rows_of_tier_{};
  TimePoint learned_;  // when the table was last right
  bool trying_ = false;
  uint64_t next_number_ = 0;
};

}  // namespace crossdock::pipeline
