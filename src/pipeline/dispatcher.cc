#include "pipeline/dispatcher.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "pipeline/running_batch.h"
#include "pipeline/thread_priority.h"

namespace crossdock::pipeline {
namespace {

Error Stopping() { return {ErrorCode::kUnavailable, "the server is stopping", "", Reason::kShuttingDown}; }

}  // namespace

Dispatcher::Dispatcher(Options options, Clock& clock, std::unique_ptr<schedule::Policy> policy)
    : options_(std::move(options)),
      clock_(clock),
      state_(std::move(policy), options_.slots),
      slot_signals_(static_cast<size_t>(options_.slots)) {
  for (int i = 0; i < options_.slots; ++i) {
    slot_threads_.emplace_back([this, i](std::stop_token stop) { RunSlot(static_cast<schedule::SlotId>(i), stop); });
  }
  timer_thread_ = std::jthread([this](std::stop_token stop) { KeepTime(stop); });
}

void Dispatcher::Stop() {
  for (auto& thread : slot_threads_) thread.request_stop();
  timer_thread_.request_stop();
  slot_threads_.clear();
  timer_thread_ = {};
  auto state = state_.Lock();
  state->stopped = true;
  std::vector<WorkItem> waiting = state->core.TakeAll();
  for (auto& mail : state->mail) {
    if (mail) std::move(mail->items.begin(), mail->items.end(), std::back_inserter(waiting));
    mail.reset();
  }
  state.Unlock();
  // Answered without the lock: a completion may submit again, and is refused.
  for (WorkItem& item : waiting) item.done.Finish(Stopping());
}

void Dispatcher::Submit(WorkItem item) noexcept {
  auto state = state_.Lock();
  if (state->stopped) {
    state.Unlock();
    item.done.Finish(Stopping());
    return;
  }
  if (Status added = state->core.Add(clock_.Now(), item); !added) {
    state.Unlock();
    item.done.Finish(added.error());
    return;
  }
  Act(std::move(state));
}

void Dispatcher::Act(Held state) {
  DispatchCore::Step step = state->core.Advance(clock_.Now());
  for (Batch& batch : step.batches) {
    const auto slot = batch.slot;
    state->mail[slot] = std::move(batch);
    slot_signals_[slot].notify_one();
  }
  if (step.wake_at < state->wake_at) timer_signal_.notify_one();
  state->wake_at = step.wake_at;
  state.Unlock();
  for (auto& [item, error] : step.dropped) item.done.Finish(std::move(error));
}

void Dispatcher::RunSlot(schedule::SlotId slot, std::stop_token stop) {
  SetThreadPriority(fmt::format("slot-{}", slot), options_.nice);
  while (!stop.stop_requested()) {
    auto state = state_.Lock();
    std::optional<Batch>& mail = state->mail[slot];
    if (!mail) {
      state.Wait(clock_, slot_signals_[slot], TimePoint::max(), stop);
      continue;
    }
    Batch batch = *std::move(mail);
    mail.reset();
    state.Unlock();
    Run(std::move(batch));
  }
}

void Dispatcher::KeepTime(std::stop_token stop) {
  SetThreadPriority("slot-timer", 0);
  while (!stop.stop_requested()) {
    auto state = state_.Lock();
    if (state->wake_at <= clock_.Now()) {
      Act(std::move(state));
    } else {
      state.Wait(clock_, timer_signal_, state->wake_at, stop);
    }
  }
}

void Dispatcher::Run(Batch batch) {
  const auto running = std::make_shared<RunningBatch>(
      std::move(batch), clock_.Now(), [this](const Batch& ended, Nanos engine_time, std::vector<WorkItem> failed) {
        OnEnded(ended, engine_time, std::move(failed));
      });
  running->Start();
}

void Dispatcher::OnEnded(const Batch& batch, Nanos engine_time, std::vector<WorkItem> failed) {
  if (options_.on_batch) {
    const std::vector<WorkItem>& items = failed.empty() ? batch.items : failed;
    BatchReport report;
    report.model = items.front().pin->id().name;
    report.version = items.front().pin->id().version;
    report.rows = batch.rows;
    report.items = static_cast<int>(items.size());
    report.engine = engine_time;
    report.failed = engine_time == Nanos{0};
    const TimePoint started = clock_.Now() - engine_time;
    for (const WorkItem& item : items) report.longest_queue = std::max(report.longest_queue, started - item.arrived);
    options_.on_batch(report);
  }
  auto state = state_.Lock();
  state->core.Complete(clock_.Now(), batch, engine_time);
  if (!failed.empty()) state->core.Requeue(batch.queue, std::move(failed));
  Act(std::move(state));
}

Dispatcher::Load Dispatcher::load() {
  auto state = state_.Lock();
  return {state->core.queued_rows(), state->core.running(), state->core.QueuedByModel()};
}

}  // namespace crossdock::pipeline
