#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "pipeline/work_item.h"
#include "schedule/arrival_gap.h"
#include "schedule/policy.h"

namespace crossdock::pipeline {

/// The slots of one session, shared by all queues of its version: no call is started that the runtime would only queue.
class SessionSlots {
 public:
  explicit SessionSlots(int count) : taken_(static_cast<size_t>(count), false) {}
  bool any_free() const;
  int Take();
  void Release(int slot) { taken_[static_cast<size_t>(slot)] = false; }

 private:
  std::vector<bool> taken_;
};

/// The waiting items of one (model version, shape bucket), most urgent first: by tier, deadline, arrival. Not thread-safe.
class BucketQueue {
 public:
  /// The input shapes without their batch dimension, as a text: items with equal keys can share a call.
  static std::string KeyOf(const WorkItem& item);

  BucketQueue(schedule::QueueId id, const model::Pin& pin, const WorkItem& first, std::shared_ptr<SessionSlots> slots);

  void Push(WorkItem item);
  /// Up to `rows` rows from the front; at least the first item. An item that must run alone does.
  std::vector<WorkItem> Pop(int rows);
  /// Takes out what has passed its deadline.
  std::vector<std::pair<WorkItem, Error>> TakeLate(TimePoint now);

  bool empty() const { return items_.empty(); }
  bool idle() const { return items_.empty() && running == 0; }
  /// Whether this queue was made for exactly this version object.
  bool BelongsTo(const model::Pin& pin) const;
  int rows() const { return rows_; }
  TimePoint earliest_deadline() const { return deadlines_.empty() ? TimePoint::max() : *deadlines_.begin(); }
  schedule::QueueView View() const;
  int max_queued() const { return max_queued_; }
  const std::string& model_name() const { return model_name_; }
  const std::shared_ptr<SessionSlots>& slots() const { return slots_; }

  schedule::LatencyTable latency;
  schedule::ArrivalGap gap;
  int running = 0;

 private:
  using Order = std::tuple<Tier, TimePoint, uint64_t>;  // tier, deadline, number
  WorkItem Take(std::map<Order, WorkItem>::iterator at);

  schedule::QueueId id_;
  std::weak_ptr<const model::Version> version_;
  std::string model_name_;
  schedule::BatchRule rule_;
  int max_queued_;
  std::shared_ptr<SessionSlots> slots_;
  std::map<Order, WorkItem> items_;
  std::multiset<TimePoint> arrivals_;
  std::multiset<TimePoint> deadlines_;
  int rows_ = 0;
  uint64_t next_number_ = 0;
};

}  // namespace crossdock::pipeline
