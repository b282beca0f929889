#pragma once

#include <functional>
#include <span>
#include <vector>

#include "schedule/policy.h"

namespace crossdock::schedule {

/// One row that arrives at a moment; what the simulator is fed with.
struct Arrival {
  TimePoint at;
  Tier tier = Tier::kNormal;
  TimePoint deadline = TimePoint::max();
};

struct SimulationSetup {
  int slots = 1;
  BatchRule rule;
  LatencyTable latency;                       // what the policy believes at the start
  std::function<Nanos(int batch)> call_time;  // what really happens
};

struct SimulationResult {
  std::vector<Nanos>
      latency;  // per arrival, from its arrival to the end of its call; max: never answered, because its deadline
                // passed, it was given up, or its batch was never full
  std::vector<int> batches;  // rows of each call, in order of their start
  double busy = 0;           // fraction of slot time spent in calls, from the first arrival to the last completion
  TimePoint finished;
};

/// Runs the policy over the arrivals of one queue, ascending in arrival and in deadline, under virtual time: the same decisions that
/// the server takes.
SimulationResult Simulate(Policy& policy, const SimulationSetup& setup, std::span<const Arrival> arrivals);

}  // namespace crossdock::schedule
