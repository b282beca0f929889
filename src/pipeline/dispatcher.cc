#include "pipeline/dispatcher.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "base/thread_priority.h"

namespace crossdock::pipeline {
namespace {

Error Stopping() { return {ErrorCode::kUnavailable, "the server is stopping", "", Reason::kShuttingDown}; }

std::vector<TimePoint> DeadlinesOf(const Batch& batch) {
  std::vector<TimePoint> deadlines;
  for (const WorkItem& item : batch.items) {
    if (item.deadline != TimePoint::max()) deadlines.push_back(item.deadline);
  }
  std::sort(deadlines.begin(), deadlines.end());
  return deadlines;
}

}  // namespace

std::vector<std::shared_ptr<RunningBatch>> Dispatcher::State::TakeDue(TimePoint now) {
  std::vector<std::shared_ptr<RunningBatch>> due;
  for (Underway& one : underway) {
    const auto to_come = std::upper_bound(one.deadlines.begin(), one.deadlines.end(), now);
    if (to_come != one.deadlines.begin()) {
      if (auto call = one.call.lock()) due.push_back(std::move(call));
      one.deadlines.erase(one.deadlines.begin(), to_come);
    }
    if (!one.deadlines.empty()) wake_at = std::min(wake_at, one.deadlines.front());
  }
  return due;
}

bool Dispatcher::State::WakeBy(TimePoint time) {
  wake_at = std::min(wake_at, time);
  const bool asleep = wake_at < timer_sleeps_until;
  if (asleep) timer_sleeps_until = wake_at;
  return asleep;
}

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
  Watch(item);
  auto state = state_.Lock();
  if (state->stopped) {
    state.Unlock();
    item.done.Finish(Stopping());
    return;
  }
  const std::stop_token cancel = item.cancel;
  if (Status added = state->core.Add(clock_.Now(), item); !added) {
    state.Unlock();
    item.done.Finish(added.error());
    return;
  }
  if (cancel.stop_requested()) state->core.NoteCancelled();  // told when it was not yet in the queue
  Act(std::move(state));
}

/// Without the lock, which the callback takes; it may be called from here.
void Dispatcher::Watch(WorkItem& item) {
  if (item.cancel.stop_possible())
    item.watch = std::make_unique<CancelWatch::element_type>(item.cancel, [this] { OnClientGone(); });
}

void Dispatcher::OnClientGone() {
  // Only noted: the thread on which a client goes is not the one to answer for it.
  auto state = state_.Lock();
  if (state->stopped) return;
  state->core.NoteCancelled();
  const bool wake_timer = state->WakeBy(clock_.Now());
  state.Unlock();
  if (wake_timer) timer_signal_.notify_one();
}

void Dispatcher::Act(Held state) {
  if (state->stopped) return;
  const TimePoint now = clock_.Now();
  DispatchCore::Step step = state->core.Advance(now);
  std::vector<schedule::SlotId> started;
  for (Batch& batch : step.batches) {
    started.push_back(batch.slot);
    state->mail[started.back()] = std::move(batch);
  }
  state->wake_at = step.wake_at;
  const auto due = state->TakeDue(now);
  const bool wake_timer = state->WakeBy(TimePoint::max());
  // Who is woken needs the lock: waking them first would only make them wait for it.
  state.Unlock();
  for (const schedule::SlotId slot : started) slot_signals_[slot].notify_one();
  if (wake_timer) timer_signal_.notify_one();
  for (auto& [item, error] : step.dropped) item.done.Finish(std::move(error));
  for (const auto& call : due) call->Expire(now);
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
  for (WorkItem& item : batch.items) item.watch = nullptr;  // the call watches from here on
  const schedule::SlotId slot = batch.slot;
  auto deadlines = DeadlinesOf(batch);
  const auto running = std::make_shared<RunningBatch>(std::move(batch), clock_.Now(), std::move(ended));
  if (!deadlines.empty()) {
    auto state = state_.Lock();
    const bool wake_timer = state->WakeBy(deadlines.front());
    state->underway[slot] = {running, std::move(deadlines)};
    state.Unlock();
    if (wake_timer) timer_signal_.notify_one();
  }
  running->Start();
}

void Dispatcher::OnEnded(CallEnd end) {
  if (options_.on_batch) Report(end);
  for (WorkItem& item : end.failed) Watch(item);
  auto state = state_.Lock();
  state->underway[end.batch.slot] = {};
  state->core.Complete(clock_.Now(), end.batch, end.engine_time);
  if (state->stopped) {
    state.Unlock();
    for (WorkItem& item : end.failed) item.done.Finish(Stopping());
    return;
  }
  if (!end.failed.empty()) {
    state->core.Requeue(end.batch.queue, std::move(end.failed));
    state->core.NoteCancelled();  // some may have gone while the call ran
  }
  Act(std::move(state));
}

void Dispatcher::Report(const CallEnd& end) const {
  const std::vector<WorkItem>& items = end.failed.empty() ? end.batch.items : end.failed;
  BatchReport report;
  report.model = items.front().pin->id().name;
  report.version = items.front().pin->id().version;
  report.rows = end.batch.rows;
  report.items = static_cast<int>(items.size());
  report.padding = end.batch.padding;
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
