#pragma once

#include <functional>
#include <map>
#include <utility>

#include "pipeline/dispatch_core.h"
#include "pipeline/test_version.h"

/// The core under virtual time, with clients that react to what they are answered: for this module's tests.
namespace crossdock::pipeline::testing {

class VirtualServer {
 public:
  /// `call_time` is what a call of so many rows takes.
  VirtualServer(int slots, std::function<Nanos(int)> call_time)
      : core_(schedule::MakeEarliestDeadlinePolicy(), slots), call_time_(std::move(call_time)) {}

  /// Requests are refused where they cannot be in time, as those of clients are.
  void AskForTime() { asks_for_time_ = true; }
  TimePoint now() const { return now_; }
  DispatchCore& core() { return core_; }
  const std::vector<int>& batches() const { return batches_; }

  /// Asks for one row now; `answered` is called with what came of it.
  void Ask(const model::Pin& pin, TimePoint deadline, std::function<void(const Result<WorkResult>&)> answered,
           Tier tier = Tier::kNormal) {
    WorkItem item;
    item.pin = pin;
    item.inputs.push_back(Rows({1}));
    item.arrived = now_;
    item.deadline = deadline;
    item.tier = tier;
    item.request_rows = asks_for_time_ ? 1 : 0;
    item.done = Completion<WorkResult>([answered = std::move(answered)](const Result<WorkResult>& r) { answered(r); });
    if (Status added = core_.Add(now_, item); !added) item.done.Finish(added.error());
  }
  void At(TimePoint time, std::function<void()> action) { actions_.emplace(time, std::move(action)); }

  void RunUntil(TimePoint end) {
    Decide();  // what was asked since
    while (Next() <= end) {
      now_ = std::max(now_, Next());
      while (!actions_.empty() && actions_.begin()->first <= now_) {
        auto action = std::move(actions_.begin()->second);
        actions_.erase(actions_.begin());
        action();
      }
      EndCalls();
      Decide();
    }
    now_ = end;
  }

 private:
  struct Call {
    Batch batch;
    Nanos time;
  };
  TimePoint Next() const {
    TimePoint next = wake_at_;
    if (!actions_.empty()) next = std::min(next, actions_.begin()->first);
    if (!calls_.empty()) next = std::min(next, calls_.begin()->first);
    return next;
  }
  void EndCalls() {
    while (!calls_.empty() && calls_.begin()->first <= now_) {
      Call call = std::move(calls_.begin()->second);
      calls_.erase(calls_.begin());
      core_.Complete(now_, call.batch, call.time);
      for (WorkItem& item : call.batch.items) item.done.Finish(WorkResult{});
    }
  }
  void Decide() {
    DispatchCore::Step step = core_.Advance(now_);
    wake_at_ = step.wake_at;
    for (Batch& batch : step.batches) {
      batches_.push_back(batch.rows);
      const Nanos time = call_time_(batch.rows);
      calls_.emplace(now_ + time, Call{std::move(batch), time});
    }
    for (auto& [item, error] : step.dropped) item.done.Finish(std::move(error));
    if (!step.dropped.empty()) wake_at_ = now_;  // what they did may be decided on now
  }

  DispatchCore core_;
  std::function<Nanos(int)> call_time_;
  bool asks_for_time_ = false;
  TimePoint now_{std::chrono::hours(2)};
  TimePoint wake_at_ = TimePoint::max();
  std::multimap<TimePoint, std::function<void()>> actions_;
  std::multimap<TimePoint, Call> calls_;
  std::vector<int> batches_;
};

}  // namespace crossdock::pipeline::testing
