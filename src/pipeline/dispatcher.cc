#include "pipeline/dispatcher.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

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
  auto state = state_.Lock();
  state->stopped = true;  // from here on nothing is started and nothing is taken in
  state->wake_at = TimePoint::max();
  std::vector<WorkItem> waiting = state->core.TakeAll();
  for (auto& mail : state->mail) {
    if (!mail) continue;
    state->core.Complete(clock_.Now(), *mail, Nanos{0});
    std::move(mail->items.begin(), mail->items.end(), std::back_inserter(waiting));
    mail.reset();
  }
  state.Unlock();
  // Answered without the lock: a completion may submit again, and is refused.
  for (WorkItem& item : waiting) item.done.Finish(Stopping());
  for (auto& thread : slot_threads_) thread.request_stop();
  timer_thread_.request_stop();
  slot_threads_.clear();
  timer_thread_ = {};
  in_flight_.WaitForNone(
      clock_);  // a runtime with threads of its own may still be in a call that its slot's thread has started
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
  if (state->stopped) return;
  DispatchCore::Step step = state->core.Advance(clock_.Now());
  std::vector<schedule::SlotId> started;
  for (Batch& batch : step.batches) {
    started.push_back(batch.slot);
    state->mail[started.back()] = std::move(batch);
  }
  state->wake_at = step.wake_at;
  const bool wake_timer = step.wake_at < state->timer_sleeps_until;
  if (wake_timer) state->timer_sleeps_until = step.wake_at;
  // Who is woken needs the lock: waking them first would only make them wait for it.
  state.Unlock();
  for (const schedule::SlotId slot : started) slot_signals_[slot].notify_one();
  if (wake_timer) timer_signal_.notify_one();
  for (auto& [item, error] : step.dropped) item.done.Finish(std::move(error));
}

void Dispatcher::RunSlot(schedule::SlotId slot, std::stop_token stop) {
  SetThreadPriority(fmt::format("slot-{}", slot), options_.nice);
  while (!stop.stop_requested()) {
    auto state = state_.Lock();
    std::optional<Batch>& mail = state->mail[slot];
    while (!mail && !stop.stop_requested()) state.Wait(clock_, slot_signals_[slot], TimePoint::max(), stop);
    if (!mail) return;
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
      continue;
    }
    state->timer_sleeps_until = state->wake_at;
    state.Wait(clock_, timer_signal_, state->wake_at, stop);
    state->timer_sleeps_until = TimePoint::min();
  }
}

void Dispatcher::Run(Batch batch) {
  auto ended = [this, token = InFlight::Token(in_flight_)](CallEnd end) { OnEnded(std::move(end)); };
  const auto running = std::make_shared<RunningBatch>(std::move(batch), clock_.Now(), std::move(ended));
  running->Start();
}

void Dispatcher::OnEnded(CallEnd end) {
  if (options_.on_batch) Report(end);
  auto state = state_.Lock();
  state->core.Complete(clock_.Now(), end.batch, end.engine_time);
  if (state->stopped) {
    state.Unlock();
    for (WorkItem& item : end.failed) item.done.Finish(Stopping());
    return;
  }
  if (!end.failed.empty()) state->core.Requeue(end.batch.queue, std::move(end.failed));
  Act(std::move(state));
}

void Dispatcher::Report(const CallEnd& end) const {
  const std::vector<WorkItem>& items = end.failed.empty() ? end.batch.items : end.failed;
  BatchReport report;
  report.model = items.front().pin->id().name;
  report.version = items.front().pin->id().version;
  report.rows = end.batch.rows;
  report.items = static_cast<int>(items.size());
  report.engine = end.engine_time;
  report.failed = end.error && *end.error != ErrorCode::kCancelled;
  for (const WorkItem& item : items) report.longest_queue = std::max(report.longest_queue, end.started - item.arrived);
  options_.on_batch(report);
}

Dispatcher::Load Dispatcher::load() {
  auto state = state_.Lock();
  return {state->core.queued_rows(), state->core.running(), state->core.QueuedByModel()};
}

}  // namespace crossdock::pipeline
