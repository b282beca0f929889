#include "pipeline/bucket_queue.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

#include <fmt/format.h>

namespace crossdock::pipeline {
namespace {

constexpr std::chrono::seconds kForgetsAfter{5};

/// What warm-up measured for the bucket that the item belongs to; empty for a shape that was not warmed.
schedule::LatencyTable WarmedLatency(const model::Version& version, const WorkItem& item) {
  const auto buckets = version.buckets();
  for (size_t b = 0; b < buckets.size() && b < version.latency().size(); ++b) {
    bool same = buckets[b].inputs.size() == item.inputs.size();
    for (size_t i = 0; same && i < item.inputs.size(); ++i) {
      const auto& shape = item.inputs[i].shape();
      const size_t skip = version.signature().inputs[i].batch == engine::BatchAxis::kFirst ? 1 : 0;
      same = std::equal(shape.begin() + static_cast<std::ptrdiff_t>(std::min(skip, shape.size())), shape.end(),
                        buckets[b].inputs[i].begin(), buckets[b].inputs[i].end());
    }
    if (same) return version.latency()[b];
  }
  return {};
}

}  // namespace

int SessionSlots::running() const { return static_cast<int>(std::count(taken_.begin(), taken_.end(), true)); }

int SessionSlots::Take(TimePoint now, TimePoint until) {
  last_start_ = now;
  const auto free = std::find(taken_.begin(), taken_.end(), false);
  *free = true;
  const auto slot = free - taken_.begin();
  free_at_[static_cast<size_t>(slot)] = until;
  return static_cast<int>(slot);
}

std::string BucketQueue::KeyOf(const WorkItem& item) {
  std::string key;
  const auto& ports = item.pin->signature().inputs;
  for (size_t i = 0; i < item.inputs.size(); ++i) {
    const auto& shape = item.inputs[i].shape();
    const size_t skip = item.pin->batchable() && ports[i].batch == engine::BatchAxis::kFirst ? 1 : 0;
    for (size_t d = skip; d < shape.size(); ++d) {
      key += fmt::format_int(shape[d]).c_str();
      key += ',';
    }
    key += ';';
  }
  return key;
}

BucketQueue::BucketQueue(TimePoint now, schedule::QueueId id, const model::Pin& pin, const WorkItem& first,
                         std::shared_ptr<SessionSlots> slots)
    : latency(WarmedLatency(*pin, first)),
      id_(id),
      version_(pin),
      model_name_(pin->id().name),
      rule_(schedule::MakeRule(pin->config().batching, pin->max_batch())),
      max_queued_(pin->config().batching.max_queued),
      slots_(std::move(slots)),
      learned_(now) {}

bool BucketQueue::BelongsTo(const model::Pin& pin) const {
  return !version_.owner_before(pin) && !pin.owner_before(version_);
}

BucketQueue::Order BucketQueue::EndOfLane(const Order& order) {
  return {std::get<0>(order), std::get<1>(order), TimePoint::max(), std::numeric_limits<uint64_t>::max()};
}

TimePoint BucketQueue::earliest_deadline() const {
  TimePoint earliest = TimePoint::max();
  for (auto lane = items_.begin(); lane != items_.end(); lane = items_.upper_bound(EndOfLane(lane->first))) {
    earliest = std::min(earliest, lane->second.deadline);
  }
  return earliest;
}

int BucketQueue::RowsAhead(Tier tier, TimePoint deadline) const {
  int rows = 0;
  for (int t = 0; t <= static_cast<int>(tier); ++t) rows += rows_of_tier_[static_cast<size_t>(t)];
  // Most newcomers are due last: what goes behind them is counted from the end.
  const Order last{tier, true, TimePoint::max(), std::numeric_limits<uint64_t>::max()};
  for (auto at = items_.upper_bound(last); at != items_.begin();) {
    const auto& [order, item] = *--at;
    if (std::get<0>(order) != tier || item.alone || item.deadline <= deadline) break;
    rows -= item.rows;
  }
  return rows;
}

bool BucketQueue::MayTry(TimePoint now) {
  if (!idle() || now - learned_ < kForgetsAfter) return false;
  learned_ = now;
  trying_ = true;
  return true;
}

void BucketQueue::Learn(TimePoint now, int rows, Nanos time) {
  learned_ = now;
  // What was tried because the table might be wrong stands against it alone: the usual slow fall would take minutes of tries.
  if (std::exchange(trying_, false)) {
    latency.Seed(rows, time);
  } else {
    latency.Observe(rows, time);
  }
}

void BucketQueue::Push(WorkItem item) {
  rows_ += item.rows;
  rows_of_tier_[static_cast<size_t>(item.tier)] += item.rows;
  slots_->waiting_rows += item.rows;
  arrivals_.insert(item.arrived);
  const Order order{item.tier, !item.alone, item.deadline, next_number_++};
  items_.emplace(order, std::move(item));
}

WorkItem BucketQueue::Take(Items::iterator at) {
  WorkItem item = std::move(at->second);
  items_.erase(at);
  rows_ -= item.rows;
  rows_of_tier_[static_cast<size_t>(item.tier)] -= item.rows;
  slots_->waiting_rows -= item.rows;
  arrivals_.erase(arrivals_.find(item.arrived));
  return item;
}

BucketQueue::Popped BucketQueue::Pop(int rows) {
  Popped popped;
  int taken = 0;
  const bool stale = !items_.empty() && items_.begin()->second.cancel.stop_requested();
  while (!items_.empty()) {
    const WorkItem& next = items_.begin()->second;
    if (next.cancel.stop_requested()) {
      popped.cancelled.push_back(Take(items_.begin()));
      continue;
    }
    if (stale) break;
    if (!popped.batch.empty() && (next.alone || popped.batch.front().alone || taken + next.rows > rows)) break;
    taken += next.rows;
    popped.batch.push_back(Take(items_.begin()));
  }
  return popped;
}

std::vector<WorkItem> BucketQueue::TakeDueBefore(TimePoint before, int down_to) {
  std::vector<WorkItem> due;
  for (auto at = items_.begin(); at != items_.end() && rows_ > down_to;) {
    if (at->second.deadline < before) {
      due.push_back(Take(at++));
    } else {
      at = items_.upper_bound(EndOfLane(at->first));
    }
  }
  return due;
}

std::vector<WorkItem> BucketQueue::TakeCancelled() {
  std::vector<WorkItem> gone;
  for (auto at = items_.begin(); at != items_.end();) {
    const auto next = std::next(at);
    if (at->second.cancel.stop_requested()) gone.push_back(Take(at));
    at = next;
  }
  return gone;
}

std::vector<WorkItem> BucketQueue::TakeAll() {
  std::vector<WorkItem> all;
  while (!items_.empty()) all.push_back(Take(items_.begin()));
  return all;
}

schedule::QueueView BucketQueue::View() const {
  schedule::QueueView view;
  view.id = id_;
  view.rows = rows_;
  view.can_run = slots_->any_free();
  view.rule = &rule_;
  view.latency = &latency;
  view.gap = gap_.expected();
  view.row_gap = gap_.per_row();
  view.wait = wait_.wait();
  view.calls = slots_->count();
  view.running = slots_->running();
  view.last_start = slots_->last_start();
  view.earliest_deadline = earliest_deadline();
  if (items_.empty()) return view;
  const WorkItem& head = items_.begin()->second;
  view.tier = head.tier;
  view.head_rows = head.rows;
  view.head_alone = head.alone;
  view.oldest = *arrivals_.begin();
  view.newest = *arrivals_.rbegin();
  return view;
}

}  // namespace crossdock::pipeline
