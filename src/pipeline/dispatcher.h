#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "base/guarded.h"
#include "pipeline/dispatch_core.h"
#include "pipeline/in_flight.h"
#include "pipeline/running_batch.h"

namespace crossdock::pipeline {

/// One engine call, for metrics.
struct BatchReport {
  std::string model;
  int version = 0;
  int rows = 0;
  int items = 0;
  int padding = 0;  // rows that ran beside them and answered nobody
  Nanos longest_queue{0};
  Nanos engine{0};  // zero if it failed
  bool failed =
      false;  // by the model or its runtime; a call that was stopped because its client went away did not fail
};

/// Threads around the core: one per slot, which runs engine calls, and one that keeps deadlines and holds. Whoever submits, and
/// whoever completes, takes the next decision; so a request on an idle model is handed over once.
class Dispatcher {
 public:
  struct Options {
    int slots = 1;  // engine calls at once
    int nice = 0;   // of the slot threads: what has no deadline of milliseconds yields
    std::function<void(const BatchReport&)> on_batch;  // from the thread on which a call ends; must not block
  };
  Dispatcher(Options options, Clock& clock, std::unique_ptr<schedule::Policy> policy);
  ~Dispatcher() { Stop(); }
  Dispatcher(const Dispatcher&) = delete;
  /// Waits for the calls that run and for their answers, starts none, and answers what waits and what is still submitted with
  /// kUnavailable. Once or more, from one thread that is not a slot's and not a runtime's.
  void Stop();

  /// Queues the item; its completion is called from the thread on which its call ends (a slot's, or a runtime's own), from the timer's
  /// or a submitter's when it is dropped, from this one when it is refused. At its deadline it is answered in any case, and when its
  /// client goes it leaves the queue at once. Any thread.
  void Submit(WorkItem item) noexcept;

  struct Load {
    int queued_rows = 0;
    int running = 0;
    std::map<std::string, int> queued_by_model;
  };
  Load load();

 private:
  /// A call under way, for as long as somebody in it has a deadline.
  struct Underway {
    std::weak_ptr<RunningBatch> call;
    std::vector<TimePoint> deadlines;  // to come, ascending
  };
  struct State {
    DispatchCore core;
    std::vector<std::optional<Batch>> mail;  // one per slot
    std::vector<Underway> underway;          // one per slot
    TimePoint wake_at = TimePoint::max();
    TimePoint timer_sleeps_until = TimePoint::min();  // min: it is awake, and will look at wake_at itself
    bool stopped = false;
    State(std::unique_ptr<schedule::Policy> policy, int slots)
        : core(std::move(policy), slots), mail(static_cast<size_t>(slots)), underway(static_cast<size_t>(slots)) {}
    /// The calls in which somebody is due at `now`; when the next is due lowers `wake_at`.
    std::vector<std::shared_ptr<RunningBatch>> TakeDue(TimePoint now);
    /// Lowers the time at which the timer looks again; whether it has to be woken for that.
    bool WakeBy(TimePoint time);
  };
  using Held = Guarded<State>::Held;

  /// Takes the decisions that are due, hands batches to their slots, and gives the lock up to answer what was dropped.
  void Act(Held state);
  void Watch(WorkItem& item);
  void OnClientGone();
  void RunSlot(schedule::SlotId slot, std::stop_token stop);
  void KeepTime(std::stop_token stop);
  void Run(Batch batch);
  void OnEnded(CallEnd end);
  void Report(const CallEnd& end) const;

  const Options options_;
  Clock& clock_;
  Guarded<State> state_;
  std::vector<std::condition_variable_any> slot_signals_;
  std::condition_variable_any timer_signal_;
  InFlight in_flight_;
  // Last: they start after, and join before, everything they read.
  std::vector<std::jthread> slot_threads_;
  std::jthread timer_thread_;
};

}  // namespace crossdock::pipeline
