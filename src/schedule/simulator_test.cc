#include "schedule/simulator.h"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

namespace crossdock::schedule {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

const TimePoint kNow{std::chrono::hours(1)};

std::vector<Arrival> Poisson(double per_second, int count, unsigned seed) {
  std::mt19937 random(seed);
  std::exponential_distribution<double> gap(per_second);
  std::vector<Arrival> arrivals;
  double t = 0;
  for (int i = 0; i < count; ++i) {
    t += gap(random);
    arrivals.push_back({kNow + std::chrono::duration_cast<Nanos>(std::chrono::duration<double>(t))});
  }
  return arrivals;
}

double MeanMs(const SimulationResult& r) {
  double sum = 0;
  for (const Nanos l : r.latency) sum += std::chrono::duration<double, std::milli>(l).count();
  return sum / static_cast<double>(r.latency.size());
}

SimulationSetup NetOf(BatchMode mode, Nanos fixed, Nanos per_row, int max_batch) {
  SimulationSetup setup;
  setup.rule.mode = mode;
  setup.rule.max_batch = max_batch;
  setup.call_time = [=](int b) { return fixed + per_row * b; };
  for (int b = 1; b <= max_batch; b *= 2) setup.latency.Seed(b, setup.call_time(b));
  return setup;
}

// arXiv 1912.06322: mean latency of greedy batching without a cap, calls of tau0 + alpha b, Poisson load lambda, is at most
// 1.5 tau0 / (1 - lambda alpha) + (alpha / 2) (lambda alpha + 2) / (1 - (lambda alpha)^2).
TEST(Simulation, GreedyStaysUnderThePublishedBound) {
  const auto policy = MakeEarliestDeadlinePolicy();
  for (const double load : {0.3, 0.5, 0.8}) {
    const auto setup = NetOf(BatchMode::kGreedy, milliseconds(6), milliseconds(4), 1024);
    const auto result = Simulate(*policy, setup, Poisson(load / 0.004, 20000, 7));
    const double bound = 1.5 * 6 / (1 - load) + 2 * (load + 2) / (1 - load * load);
    EXPECT_LE(MeanMs(result), 1.02 * bound) << "at load " << load;
    EXPECT_GE(MeanMs(result), 0.8 * bound) << "at load " << load;
  }
}

TEST(Simulation, ABacklogLeavesAsOneBatchNotOneByOne) {
  const auto policy = MakeEarliestDeadlinePolicy();
  const auto setup = NetOf(BatchMode::kGap, milliseconds(6), microseconds(500), 8);
  std::vector<Arrival> arrivals;
  for (int i = 0; i < 5; ++i) arrivals.push_back({kNow + microseconds(10) * i});
  const auto result = Simulate(*policy, setup, arrivals);
  EXPECT_EQ(result.batches, (std::vector<int>{1, 4}));
}

TEST(Simulation, GapIsAsFastAsGreedyOnANetThatGainsNothingFromBatching) {
  const auto policy = MakeEarliestDeadlinePolicy();
  for (const double load : {0.1, 0.5, 0.8}) {
    const auto arrivals = Poisson(load / 0.0063, 20000, 11);
    const double gap =
        MeanMs(Simulate(*policy, NetOf(BatchMode::kGap, microseconds(100), microseconds(6200), 16), arrivals));
    const double greedy =
        MeanMs(Simulate(*policy, NetOf(BatchMode::kGreedy, microseconds(100), microseconds(6200), 16), arrivals));
    EXPECT_LE(gap, 1.02 * greedy) << "at load " << load;
  }
}

TEST(Simulation, AFixedWindowCostsTheIdleMachineTheWholeWait) {
  const auto policy = MakeEarliestDeadlinePolicy();
  const auto arrivals = Poisson(10, 500, 3);
  auto window = NetOf(BatchMode::kWindow, microseconds(800), microseconds(6200), 16);
  window.rule.window = milliseconds(10);
  const double waited = MeanMs(Simulate(*policy, window, arrivals));
  const double gap =
      MeanMs(Simulate(*policy, NetOf(BatchMode::kGap, microseconds(800), microseconds(6200), 16), arrivals));
  EXPECT_GT(waited, gap + 8);
}

Nanos Percentile95(const SimulationResult& r) {
  auto sorted = r.latency;
  std::sort(sorted.begin(), sorted.end());
  return sorted[sorted.size() * 95 / 100];
}

/// Answers in time per second, as a fraction of what the net can do at its best batch.
double Goodput(const SimulationSetup& setup, double load, Nanos deadline) {
  double best = 0;
  for (int b = 1; b <= setup.rule.max_batch; ++b)
    best = std::max(best, b / std::chrono::duration<double>(setup.call_time(b)).count());
  auto arrivals = Poisson(load * best, 20000, 5);
  for (Arrival& arrival : arrivals) arrival.deadline = arrival.at + deadline;
  const auto policy = MakeEarliestDeadlinePolicy();
  const auto result = Simulate(*policy, setup, arrivals);
  const auto good = std::count_if(result.latency.begin(), result.latency.end(), [&](Nanos l) { return l <= deadline; });
  const double span = std::chrono::duration<double>(arrivals.back().at - arrivals.front().at).count();
  return static_cast<double>(good) / span / best;
}

// Sent alone, each head that will be late costs a call of its own: at 0.9 of the capacity 3 % were answered in time, at twice none.
TEST(Simulation, GapKeepsAnsweringInTimeWhenMoreComesThanItCanDo) {
  const auto fixed_cost = NetOf(BatchMode::kGap, milliseconds(6), microseconds(500), 8);
  EXPECT_GT(Goodput(fixed_cost, 0.9, milliseconds(30)), 0.85);
  for (const double load : {1.1, 1.5, 2.0, 4.0}) {
    EXPECT_GT(Goodput(fixed_cost, load, milliseconds(30)), 0.9) << "at load " << load;
    EXPECT_GT(Goodput(NetOf(BatchMode::kGap, milliseconds(3), milliseconds(2), 8), load, milliseconds(60)), 0.9)
        << "at load " << load;
    EXPECT_GT(Goodput(NetOf(BatchMode::kGap, microseconds(800), microseconds(6200), 8), load, milliseconds(60)), 0.9)
        << "at load " << load;
  }
}

TEST(Simulation, GapGivesNothingUpAtModerateLoad) {
  const auto setup = NetOf(BatchMode::kGap, milliseconds(6), microseconds(500), 8);
  EXPECT_GT(Goodput(setup, 0.5, milliseconds(60)), 0.49);
}

TEST(Simulation, ALoneRequestOnAnIdleServerIsNotHeld) {
  const auto policy = MakeEarliestDeadlinePolicy();
  auto setup = NetOf(BatchMode::kGap, milliseconds(6), microseconds(500), 8);
  setup.rule.window = milliseconds(10);
  const Arrival alone[] = {{kNow}};
  EXPECT_EQ(Simulate(*policy, setup, alone).latency[0], setup.call_time(1));
  setup.rule.mode = BatchMode::kWindow;
  EXPECT_EQ(Simulate(*policy, setup, alone).latency[0], milliseconds(10) + setup.call_time(1));
}

// The symptom: at five requests a second the median paid the whole delay for company that never came.
TEST(Simulation, AtLowTrafficTheMedianIsTheTimeOfOneCall) {
  const auto policy = MakeEarliestDeadlinePolicy();
  for (const int slots : {1, 2, 4}) {
    for (const BatchMode mode : {BatchMode::kGap, BatchMode::kArticle, BatchMode::kAuto, BatchMode::kGreedy}) {
      auto setup = NetOf(mode, milliseconds(6), microseconds(500), 8);
      setup.slots = slots;
      auto result = Simulate(*policy, setup, Poisson(5, 500, 3));
      std::sort(result.latency.begin(), result.latency.end());
      EXPECT_EQ(result.latency[250], setup.call_time(1)) << Name(mode) << " with " << slots;
    }
  }
}

// Whatever the stream: a row with a slot free beside it waits no longer than the controller's longest wait.
TEST(Simulation, ArticleHoldsNobodyLongerThanItsWait) {
  const auto policy = MakeEarliestDeadlinePolicy();
  for (const double per_second : {5.0, 50.0, 150.0, 400.0}) {
    auto setup = NetOf(BatchMode::kArticle, milliseconds(6), microseconds(500), 8);
    setup.slots = 64;  // one is always free
    const auto result = Simulate(*policy, setup, Poisson(per_second, 5000, 9));
    EXPECT_LE(*std::max_element(result.latency.begin(), result.latency.end()),
              setup.call_time(8) + WaitController::kMost + milliseconds(1))
        << per_second;
  }
}

// The symptom: turning batching on made a light load "busy".
TEST(Simulation, AColdStartRefusesNobodyAtALightLoad) {
  const auto policy = MakeEarliestDeadlinePolicy();
  for (const BatchMode mode : {BatchMode::kGap, BatchMode::kArticle, BatchMode::kAuto}) {
    auto setup = NetOf(mode, milliseconds(6), microseconds(500), 8);
    setup.latency = {};
    auto arrivals = Poisson(0.3 * 800, 5000, 13);
    for (Arrival& arrival : arrivals) arrival.deadline = arrival.at + milliseconds(60);
    const auto result = Simulate(*policy, setup, arrivals);
    EXPECT_EQ(std::count(result.latency.begin(), result.latency.end(), Nanos::max()), 0) << Name(mode);
  }
}

// The symptom: with queue timeouts switched on the throughput sank over half an hour.
TEST(Simulation, HalfAnHourWithDeadlinesLosesNoThroughput) {
  const auto policy = MakeEarliestDeadlinePolicy();
  const auto setup = NetOf(BatchMode::kGap, milliseconds(15), milliseconds(15), 4);
  const double capacity = 4 / 0.075;
  auto arrivals = Poisson(0.7 * capacity, static_cast<int>(0.7 * capacity * 1800), 17);
  for (Arrival& arrival : arrivals) arrival.deadline = arrival.at + milliseconds(150);
  const auto result = Simulate(*policy, setup, arrivals);
  const auto third = static_cast<std::ptrdiff_t>(result.latency.size() / 3);
  const auto answered = [&](std::ptrdiff_t from) {
    const auto begin = result.latency.begin() + from * third;
    return third - std::count(begin, begin + third, Nanos::max());
  };
  EXPECT_GE(answered(0), third * 9 / 10);
  EXPECT_NEAR(static_cast<double>(answered(2)), static_cast<double>(answered(0)), 0.01 * static_cast<double>(third));
}

/// What a mode's mean latency is above the best of the modes that can keep up, at a load of that part of the best batch's capacity.
double AboveTheBest(BatchMode mode, Nanos fixed, Nanos per_row, int slots, double load) {
  const auto policy = MakeEarliestDeadlinePolicy();
  const double capacity = slots * 16 / std::chrono::duration<double>(fixed + per_row * 16).count();
  const auto arrivals = Poisson(load * capacity, 4000, 7);
  const auto mean_of = [&](BatchMode one) {
    auto setup = NetOf(one, fixed, per_row, 16);
    setup.slots = slots;
    setup.rule.window = milliseconds(10);
    return MeanMs(Simulate(*policy, setup, arrivals));
  };
  double best = std::min({mean_of(BatchMode::kGreedy), mean_of(BatchMode::kWindow), mean_of(BatchMode::kArticle)});
  if (per_row > fixed) best = std::min(best, mean_of(BatchMode::kSync));
  return mean_of(mode) / best;
}

TEST(Simulation, GapIsWithinAFewPerCentOfTheBestModeWithOneAndTwoSlots) {
  for (const int slots : {1, 2}) {
    for (const double load : {0.1, 0.5, 0.8}) {
      EXPECT_LE(AboveTheBest(BatchMode::kGap, microseconds(800), microseconds(6200), slots, load), 1.05)
          << "conv, " << slots << " slots at " << load;
      EXPECT_LE(AboveTheBest(BatchMode::kGap, milliseconds(6), microseconds(500), slots, load), 1.05)
          << "fixed cost, " << slots << " slots at " << load;
    }
  }
}

TEST(Simulation, AutoIsWithinAFewPerCentOfTheBestModeWithFourSlots) {
  for (const double load : {0.1, 0.5, 0.8}) {
    EXPECT_LE(AboveTheBest(BatchMode::kAuto, microseconds(800), microseconds(6200), 4, load), 1.05)
        << "conv at " << load;
    EXPECT_LE(AboveTheBest(BatchMode::kAuto, milliseconds(6), microseconds(500), 4, load), 1.05)
        << "fixed cost at " << load;
  }
}

TEST(Simulation, AWindowNeverEndsEarlyAndIsCountedFromTheOldestArrival) {
  const auto policy = MakeEarliestDeadlinePolicy();
  auto setup = NetOf(BatchMode::kWindow, milliseconds(6), microseconds(500), 8);
  setup.rule.window = milliseconds(100);
  std::vector<Arrival> arrivals;
  for (int i = 0; i < 5; ++i) arrivals.push_back({kNow + milliseconds(i)});
  const auto result = Simulate(*policy, setup, arrivals);
  EXPECT_EQ(result.batches, (std::vector<int>{5}));
  EXPECT_EQ(result.latency[0], milliseconds(100) + setup.call_time(5));
}

TEST(Simulation, ALargerLimitDoesNotSlowANetThatGainsNothingFromBatching) {
  const auto policy = MakeEarliestDeadlinePolicy();
  const auto arrivals = Poisson(0.8 / 0.0063, 20000, 11);
  const auto limited = Simulate(*policy, NetOf(BatchMode::kGap, microseconds(100), microseconds(6200), 1), arrivals);
  const auto free = Simulate(*policy, NetOf(BatchMode::kGap, microseconds(100), microseconds(6200), 32), arrivals);
  EXPECT_LE(Percentile95(free), Percentile95(limited) * 102 / 100);
  EXPECT_LE(*std::max_element(free.batches.begin(), free.batches.end()), 2);
}

TEST(Simulation, ABatchThatIsNeverFullIsNeverSentAndTheRestIsCounted) {
  const auto policy = MakeEarliestDeadlinePolicy();
  std::vector<Arrival> arrivals;
  for (int i = 0; i < 10; ++i) arrivals.push_back({kNow + milliseconds(i)});
  const auto result = Simulate(*policy, NetOf(BatchMode::kFixed, milliseconds(6), microseconds(500), 8), arrivals);
  EXPECT_EQ(result.batches, (std::vector<int>{8}));
  EXPECT_EQ(result.latency[7], milliseconds(10));
  EXPECT_EQ(result.latency[8], Nanos::max());
  EXPECT_EQ(result.finished, kNow + milliseconds(7 + 10));
}

TEST(Simulation, WhatWaitsPastItsDeadlineIsNotRun) {
  const auto policy = MakeEarliestDeadlinePolicy();
  const auto setup = NetOf(BatchMode::kSync, milliseconds(10), Nanos{0}, 1);
  const Arrival arrivals[] = {
      {kNow}, {kNow, Tier::kNormal, kNow + milliseconds(10)}, {kNow, Tier::kNormal, kNow + milliseconds(11)}};
  const auto result = Simulate(*policy, setup, arrivals);
  EXPECT_EQ(result.latency[1], Nanos::max());
  EXPECT_EQ(result.latency[2], milliseconds(20));
}

}  // namespace
}  // namespace crossdock::schedule
