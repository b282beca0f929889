#include "pipeline/dispatch_core.h"

#include <algorithm>

#include <fmt/format.h>

#include "schedule/admission.h"

namespace crossdock::pipeline {
namespace {

constexpr size_t kIdleQueuesKept = 256;

Error ClientGone() { return {ErrorCode::kCancelled, "the client went away while the request was queued"}; }

}  // namespace

DispatchCore::DispatchCore(std::unique_ptr<schedule::Policy> policy, int slots)
    : policy_(std::move(policy)), slot_free_at_(static_cast<size_t>(slots), TimePoint::min()), busy_(slots) {
  for (int i = 0; i < slots; ++i) slots_.push_back({static_cast<schedule::SlotId>(i), true});
}

Status DispatchCore::Add(TimePoint now, WorkItem& item) {
  BucketQueue& queue = QueueFor(now, item);
  const int waiting = queue.slots()->waiting_rows;
  if (waiting + item.rows > queue.max_queued()) {
    return Error{ErrorCode::kResourceExhausted,
                 fmt::format("the queue of model {} is full ({} rows wait; batching.max_queued is {})",
                             queue.model_name(), waiting, queue.max_queued()),
                 "", Reason::kQueueFull, std::chrono::milliseconds(100)};
  }
  // What is late already is answered as late.
  if (item.request_rows > 0 && item.deadline != TimePoint::max() && item.deadline > now) {
    if (Status in_time = AskForTime(now, queue, item); !in_time) return in_time;
  }
  queue.KeepTime(now);
  queue.Arrive(now, item.rows);
  Push(queue, std::move(item));
  return {};
}

Status DispatchCore::AskForTime(TimePoint now, BucketQueue& queue, const WorkItem& item) const {
  schedule::Line line;
  line.rows = item.request_rows;
  line.ahead = queue.RowsAhead(item.tier, item.deadline);
  for (const BucketQueue* other : waiting_) {
    if (other == &queue) continue;
    const Nanos work = schedule::EngineTime(other->rule(), other->latency, other->RowsAhead(item.tier, item.deadline));
    (other->slots() == queue.slots() ? line.session_ahead : line.others_ahead) += work;
  }
  line.slots = slot_free_at_;
  line.session = queue.slots()->free_at();
  line.rule = &queue.rule();
  line.latency = &queue.latency;
  const auto forecast = schedule::Predict(now, line);
  if (!forecast) return {};
  Status judged = schedule::Judge(now, *forecast, item.deadline);
  if (judged || (judged.error().reason == Reason::kDeadlineUnmeetable && queue.MayTry(now))) return {};
  judged.error().message = fmt::format("model {}: {}", queue.model_name(), judged.error().message);
  return judged;
}

void DispatchCore::Push(BucketQueue& queue, WorkItem item) {
  if (queue.empty()) waiting_.push_back(&queue);
  queue.Push(std::move(item));
}

BucketQueue& DispatchCore::QueueFor(TimePoint now, const WorkItem& item) {
  const std::pair key(item.pin.get(), BucketQueue::KeyOf(item));
  const auto known = ids_.find(key);
  if (known != ids_.end()) {
    BucketQueue& queue = *queues_.at(known->second);
    if (queue.BelongsTo(item.pin)) return queue;
    queues_.erase(
        known->second);  // a version that has gone, at the same address: its queue is idle, since items hold pins
    ids_.erase(known);
  }
  // A new queue is mostly the first of a new version: what its predecessors left goes now.
  Forget(queues_.size() >= kIdleQueuesKept ? &BucketQueue::idle : &BucketQueue::abandoned);
  std::shared_ptr<SessionSlots> slots;
  for (const auto& [id, queue] : queues_) {
    if (queue->BelongsTo(item.pin)) slots = queue->slots();
  }
  if (!slots) slots = std::make_shared<SessionSlots>(std::max(1, item.pin->session().slots()));
  const schedule::QueueId id = next_queue_++;
  ids_.emplace(key, id);
  return *queues_.emplace(id, std::make_unique<BucketQueue>(now, id, item.pin, item, std::move(slots))).first->second;
}

void DispatchCore::Forget(bool (BucketQueue::*which)() const) {
  std::erase_if(ids_, [&](const auto& entry) {
    if (!(queues_.at(entry.second).get()->*which)()) return false;
    queues_.erase(entry.second);
    return true;
  });
}

std::vector<schedule::QueueView> DispatchCore::Views() const {
  std::vector<schedule::QueueView> views;
  for (const BucketQueue* queue : waiting_) {
    if (!queue->empty()) views.push_back(queue->View());
  }
  return views;
}

DispatchCore::Step DispatchCore::Advance(TimePoint now) {
  busy_.Advance(now, running_);
  for (BucketQueue* queue : waiting_) queue->KeepTime(now);
  Step step;
  TakeOutLate(now, step);
  if (std::exchange(cancelled_, false)) TakeOutCancelled(step);
  while (static_cast<size_t>(running_) < slots_.size()) {
    const auto views = Views();
    if (views.empty()) break;
    const schedule::Decision decision = policy_->Decide(now, views, slots_, busy_.value());
    step.wake_at = decision.wake_at;
    if (decision.fires.empty() && decision.sheds.empty()) break;
    for (const schedule::Shed& shed : decision.sheds) GiveUp(shed, step);
    for (const schedule::Fire& fire : decision.fires) {
      if (queues_.at(fire.queue)->slots()->any_free()) Start(now, fire, step);
    }
  }
  std::erase_if(waiting_, [](const BucketQueue* queue) { return queue->empty(); });
  for (const BucketQueue* queue : waiting_) step.wake_at = std::min(step.wake_at, queue->earliest_deadline());
  return step;
}

void DispatchCore::TakeOutLate(TimePoint now, Step& step) {
  for (BucketQueue* queue : waiting_) {
    for (WorkItem& item : queue->TakeDueBefore(now + Nanos{1}, 0)) {
      step.dropped.emplace_back(
          std::move(item),
          Error{ErrorCode::kDeadlineExceeded,
                fmt::format("the deadline passed in the queue of model {}", queue->model_name()), "deadline"});
    }
  }
}

void DispatchCore::TakeOutCancelled(Step& step) {
  for (BucketQueue* queue : waiting_) {
    for (WorkItem& item : queue->TakeCancelled()) step.dropped.emplace_back(std::move(item), ClientGone());
  }
}

void DispatchCore::GiveUp(const schedule::Shed& shed, Step& step) {
  BucketQueue& queue = *queues_.at(shed.queue);
  for (WorkItem& item : queue.TakeDueBefore(shed.before, shed.down_to)) {
    step.dropped.emplace_back(
        std::move(item),
        Error{ErrorCode::kDeadlineExceeded,
              fmt::format("model {} has more waiting than it can answer before this deadline", queue.model_name()),
              "deadline", Reason::kDeadlineUnmeetable, std::chrono::milliseconds(100)});
  }
}

void DispatchCore::Start(TimePoint now, const schedule::Fire& fire, Step& step) {
  BucketQueue& queue = *queues_.at(fire.queue);
  BucketQueue::Popped popped = queue.Pop(fire.rows);
  for (WorkItem& item : popped.cancelled) step.dropped.emplace_back(std::move(item), ClientGone());
  if (popped.batch.empty()) return;
  Batch batch;
  batch.slot = fire.slot;
  batch.queue = fire.queue;
  batch.items = std::move(popped.batch);
  for (const WorkItem& item : batch.items) batch.rows += item.rows;
  batch.padding = queue.CallRows(batch.rows) - batch.rows;
  const TimePoint until = now + queue.latency.Mean(batch.rows + batch.padding);
  batch.session_slot = queue.slots()->Take(now, until);
  slots_[fire.slot].free = false;
  slot_free_at_[fire.slot] = until;
  ++queue.running;
  ++running_;
  step.batches.push_back(std::move(batch));
}

void DispatchCore::Complete(TimePoint now, const Batch& batch, Nanos engine_time) {
  busy_.Advance(now, running_);
  BucketQueue& queue = *queues_.at(batch.queue);
  queue.KeepTime(now);
  queue.slots()->Release(batch.session_slot);
  slots_[batch.slot].free = true;
  slot_free_at_[batch.slot] = TimePoint::min();
  --queue.running;
  --running_;
  if (engine_time <= Nanos{0}) return;
  queue.Learn(now, batch.rows + batch.padding, engine_time);
  for (const WorkItem& item : batch.items) queue.Answered(now, item.arrived);
}

void DispatchCore::Requeue(schedule::QueueId queue, std::vector<WorkItem> items) {
  for (WorkItem& item : items) {
    item.alone = true;
    Push(*queues_.at(queue), std::move(item));
  }
}

std::vector<WorkItem> DispatchCore::TakeAll() {
  std::vector<WorkItem> items;
  for (BucketQueue* queue : std::exchange(waiting_, {})) {
    for (WorkItem& item : queue->TakeAll()) items.push_back(std::move(item));
  }
  return items;
}

int DispatchCore::queued_rows() const {
  int rows = 0;
  for (const BucketQueue* queue : waiting_) rows += queue->rows();
  return rows;
}

std::map<std::string, int> DispatchCore::QueuedByModel() const {
  std::map<std::string, int> rows;
  for (const auto& [id, queue] : queues_) rows[queue->model_name()] += queue->rows();
  return rows;
}

}  // namespace crossdock::pipeline
