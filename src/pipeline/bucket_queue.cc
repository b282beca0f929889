#include "pipeline/bucket_queue.h"

#include <algorithm>

#include <fmt/format.h>

namespace crossdock::pipeline {
namespace {

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

bool SessionSlots::any_free() const { return std::find(taken_.begin(), taken_.end(), false) != taken_.end(); }

int SessionSlots::Take() {
  const auto free = std::find(taken_.begin(), taken_.end(), false);
  *free = true;
  return static_cast<int>(free - taken_.begin());
}

std::string BucketQueue::KeyOf(const WorkItem& item) {
  std::string key;
  const auto& ports = item.pin->signature().inputs;
  for (size_t i = 0; i < item.inputs.size(); ++i) {
    const auto& shape = item.inputs[i].shape();
    const size_t skip = item.pin->batchable() && ports[i].batch == engine::BatchAxis::kFirst ? 1 : 0;
    for (size_t d = skip; d < shape.size(); ++d) key += fmt::format("{},", shape[d]);
    key += ';';
  }
  return key;
}

BucketQueue::BucketQueue(schedule::QueueId id, const model::Pin& pin, const WorkItem& first, std::shared_ptr<SessionSlots> slots)
    : latency(WarmedLatency(*pin, first)),
      id_(id),
      version_(pin),
      model_name_(pin->id().name),
      rule_(schedule::MakeRule(pin->config().batching, pin->max_batch())),
      max_queued_(pin->config().batching.max_queued),
      slots_(std::move(slots)) {}

bool BucketQueue::BelongsTo(const model::Pin& pin) const { return !version_.owner_before(pin) && !pin.owner_before(version_); }

void BucketQueue::Push(WorkItem item) {
  rows_ += item.rows;
  arrivals_.insert(item.arrived);
  deadlines_.insert(item.deadline);
  const Order order{item.tier, item.deadline, next_number_++};
  items_.emplace(order, std::move(item));
}

WorkItem BucketQueue::Take(std::map<Order, WorkItem>::iterator at) {
  WorkItem item = std::move(at->second);
  items_.erase(at);
  rows_ -= item.rows;
  arrivals_.erase(arrivals_.find(item.arrived));
  deadlines_.erase(deadlines_.find(item.deadline));
  return item;
}

std::vector<WorkItem> BucketQueue::Pop(int rows) {
  std::vector<WorkItem> batch;
  int taken = 0;
  while (!items_.empty()) {
    const WorkItem& next = items_.begin()->second;
    if (!batch.empty() && (next.alone || batch.front().alone || taken + next.rows > rows)) break;
    taken += next.rows;
    batch.push_back(Take(items_.begin()));
  }
  return batch;
}

std::vector<std::pair<WorkItem, Error>> BucketQueue::TakeLate(TimePoint now) {
  std::vector<std::pair<WorkItem, Error>> late;
  if (earliest_deadline() > now) return late;
  for (auto at = items_.begin(); at != items_.end();) {
    const auto here = at++;
    if (here->second.deadline > now) continue;
    late.emplace_back(Take(here), Error{ErrorCode::kDeadlineExceeded,
                                        fmt::format("the deadline passed in the queue of model {}", model_name_), "deadline"});
  }
  return late;
}

schedule::QueueView BucketQueue::View() const {
  schedule::QueueView view;
  view.id = id_;
  view.rows = rows_;
  view.can_run = slots_->any_free();
  view.rule = &rule_;
  view.latency = &latency;
  view.gap = gap.expected();
  view.earliest_deadline = earliest_deadline();
  if (items_.empty()) return view;
  const WorkItem& head = items_.begin()->second;
  view.tier = head.tier;
  view.head_rows = head.rows;
  view.oldest = *arrivals_.begin();
  view.newest = *arrivals_.rbegin();
  return view;
}

}  // namespace crossdock::pipeline
