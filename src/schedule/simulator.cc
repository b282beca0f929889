#include "schedule/simulator.h"

#include <algorithm>
#include <deque>

#include "schedule/arrival_gap.h"
#include "schedule/call_sizes.h"
#include "schedule/wait_controller.h"

namespace crossdock::schedule {
namespace {

/// One queue, its slots and the moment; each step is one event of the server's loop.
class Simulation {
 public:
  Simulation(Policy& policy, const SimulationSetup& setup, std::span<const Arrival> arrivals)
      : policy_(policy),
        setup_(setup),
        arrivals_(arrivals),
        table_(setup.latency),
        busy_(setup.slots),
        free_at_(static_cast<size_t>(setup.slots), TimePoint::min()) {
    result_.latency.assign(arrivals.size(), Nanos::max());
  }

  SimulationResult Run() {
    while (next_arrival_ < arrivals_.size() || !waiting_.empty()) {
      const TimePoint next = NextEvent();
      if (next == TimePoint::max()) break;  // a batch that nothing fills any more is never sent
      now_ = next;
      busy_.Advance(now_, Running());
      wait_.Advance(now_, static_cast<int>(waiting_.size()), ReferenceOf(setup_.rule, table_));
      Complete();
      while (next_arrival_ < arrivals_.size() && arrivals_[next_arrival_].at <= now_) {
        gap_.Arrive(arrivals_[next_arrival_].at);
        waiting_.push_back(next_arrival_++);
      }
      while (!waiting_.empty() && arrivals_[waiting_.front()].deadline <= now_) waiting_.pop_front();
      DispatchAll();
    }
    result_.finished = now_;
    for (const TimePoint t : free_at_) result_.finished = std::max(result_.finished, t);
    const auto span = static_cast<double>((result_.finished - arrivals_.front().at).count()) * setup_.slots;
    result_.busy = span > 0 ? static_cast<double>(in_calls_.count()) / span : 0;
    return std::move(result_);
  }

 private:
  struct Call {
    TimePoint end;
    int rows;
    Nanos time;
    std::vector<TimePoint> arrivals;
  };

  int Running() const {
    return static_cast<int>(
        std::count_if(free_at_.begin(), free_at_.end(), [&](TimePoint t) { return t > last_event_; }));
  }

  TimePoint NextEvent() {
    last_event_ = now_;
    TimePoint next = wake_at_;
    if (next_arrival_ < arrivals_.size()) next = std::min(next, arrivals_[next_arrival_].at);
    for (const Call& call : calls_) next = std::min(next, call.end);
    if (!waiting_.empty()) next = std::min(next, arrivals_[waiting_.front()].deadline);
    return std::max(next, now_);
  }

  void Complete() {
    for (auto call = calls_.begin(); call != calls_.end();) {
      if (call->end > now_) {
        ++call;
        continue;
      }
      table_.Observe(call->rows, call->time);
      for (const TimePoint arrived : call->arrivals) wait_.Answered(now_, now_ - arrived);
      call = calls_.erase(call);
    }
  }

  void DispatchAll() {
    for (;;) {
      std::vector<SlotView> slots;
      for (size_t i = 0; i < free_at_.size(); ++i) slots.push_back({static_cast<SlotId>(i), free_at_[i] <= now_});
      const std::vector<QueueView> views = waiting_.empty() ? std::vector<QueueView>{} : std::vector<QueueView>{View()};
      const Decision decision = policy_.Decide(now_, views, slots, busy_.value());
      wake_at_ = decision.wake_at;
      if (decision.fires.empty() && decision.sheds.empty()) return;
      for (const Shed& shed : decision.sheds) GiveUp(shed);
      for (const Fire& fire : decision.fires) Start(fire);
    }
  }

  QueueView View() const {
    QueueView view;
    view.rows = static_cast<int>(waiting_.size());
    view.head_rows = 1;
    view.oldest = arrivals_[waiting_.front()].at;
    view.newest = arrivals_[waiting_.back()].at;
    view.tier = arrivals_[waiting_.front()].tier;
    view.earliest_deadline = arrivals_[waiting_.front()].deadline;
    view.rule = &setup_.rule;
    view.latency = &table_;
    view.gap = gap_.expected();
    view.row_gap = gap_.per_row();
    view.wait = wait_.wait();
    view.calls = setup_.slots;
    view.running = static_cast<int>(calls_.size());
    view.last_start = last_start_;
    return view;
  }

  void GiveUp(const Shed& shed) {
    while (static_cast<int>(waiting_.size()) > shed.down_to && arrivals_[waiting_.front()].deadline < shed.before)
      waiting_.pop_front();
  }

  void Start(const Fire& fire) {
    const int rows = std::min(fire.rows, static_cast<int>(waiting_.size()));
    const int call_rows = CallRows(setup_.rule, rows);
    const Nanos time = setup_.call_time(call_rows);
    const TimePoint end = now_ + time;
    free_at_[fire.slot] = end;
    last_start_ = now_;
    in_calls_ += time;
    Call& call = calls_.emplace_back(Call{end, call_rows, time, {}});
    result_.batches.push_back(rows);
    for (int i = 0; i < rows; ++i) {
      call.arrivals.push_back(arrivals_[waiting_.front()].at);
      result_.latency[waiting_.front()] = end - arrivals_[waiting_.front()].at;
      waiting_.pop_front();
    }
  }

  Policy& policy_;
  const SimulationSetup& setup_;
  std::span<const Arrival> arrivals_;
  LatencyTable table_;
  ArrivalGap gap_;
  BusyFraction busy_;
  WaitController wait_;
  std::vector<TimePoint> free_at_;
  std::vector<Call> calls_;
  std::deque<size_t> waiting_;
  size_t next_arrival_ = 0;
  TimePoint now_ = TimePoint::min();
  TimePoint last_event_ = TimePoint::min();
  TimePoint last_start_ = TimePoint::min();
  TimePoint wake_at_ = TimePoint::max();
  Nanos in_calls_{0};
  SimulationResult result_;
};

}  // namespace

SimulationResult Simulate(Policy& policy, const SimulationSetup& setup, std::span<const Arrival> arrivals) {
  if (arrivals.empty()) return {};
  return Simulation(policy, setup, arrivals).Run();
}

}  // namespace crossdock::schedule
