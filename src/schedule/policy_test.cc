#include <random>

#include <gtest/gtest.h>

#include "schedule/policy.h"
#include "schedule/simulator.h"

namespace crossdock::schedule {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

const TimePoint kNow{std::chrono::hours(1)};

QueueView Queue(QueueId id, Tier tier, TimePoint deadline, const BatchRule& rule, const LatencyTable& table) {
  QueueView q;
  q.id = id;
  q.tier = tier;
  q.rows = q.head_rows = 1;
  q.oldest = q.newest = kNow;
  q.earliest_deadline = deadline;
  q.rule = &rule;
  q.latency = &table;
  return q;
}

TEST(EarliestDeadline, MoreUrgentTierThenEarlierDeadlineGoesFirst) {
  const BatchRule rule;
  const LatencyTable table;
  const QueueView queues[] = {Queue(0, Tier::kBatch, kNow + milliseconds(1), rule, table),
                              Queue(1, Tier::kCritical, kNow + milliseconds(90), rule, table),
                              Queue(2, Tier::kCritical, kNow + milliseconds(50), rule, table)};
  const SlotView slots[] = {{0, false}, {1, true}, {2, true}};
  const Decision d = MakeEarliestDeadlinePolicy()->Decide(kNow, queues, slots, 0);
  ASSERT_EQ(d.fires.size(), 2u);
  EXPECT_EQ(d.fires[0].queue, 2u);
  EXPECT_EQ(d.fires[0].slot, 1u);
  EXPECT_EQ(d.fires[1].queue, 1u);
}

TEST(EarliestDeadline, AHeldQueueDoesNotBlockAnother) {
  BatchRule fixed;
  fixed.mode = BatchMode::kFixed;
  fixed.max_batch = 8;
  const BatchRule gap;
  const LatencyTable table;
  const QueueView queues[] = {Queue(0, Tier::kCritical, TimePoint::max(), fixed, table),
                              Queue(1, Tier::kBatch, TimePoint::max(), gap, table)};
  const SlotView slots[] = {{0, true}};
  const Decision d = MakeEarliestDeadlinePolicy()->Decide(kNow, queues, slots, 0);
  ASSERT_EQ(d.fires.size(), 1u);
  EXPECT_EQ(d.fires[0].queue, 1u);
}

TEST(EarliestDeadline, AModelAtItsOwnLimitOfCallsIsPassedOver) {
  const BatchRule rule;
  const LatencyTable table;
  QueueView full = Queue(0, Tier::kCritical, TimePoint::max(), rule, table);
  full.can_run = false;
  const SlotView slots[] = {{0, true}};
  EXPECT_TRUE(MakeEarliestDeadlinePolicy()->Decide(kNow, std::span(&full, 1), slots, 0).fires.empty());
}

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
    const double gap = MeanMs(Simulate(*policy, NetOf(BatchMode::kGap, microseconds(100), microseconds(6200), 16), arrivals));
    const double greedy = MeanMs(Simulate(*policy, NetOf(BatchMode::kGreedy, microseconds(100), microseconds(6200), 16), arrivals));
    EXPECT_LE(gap, 1.02 * greedy) << "at load " << load;
  }
}

TEST(Simulation, AFixedWindowCostsTheIdleMachineTheWholeWait) {
  const auto policy = MakeEarliestDeadlinePolicy();
  const auto arrivals = Poisson(10, 500, 3);
  auto window = NetOf(BatchMode::kWindow, microseconds(800), microseconds(6200), 16);
  window.rule.window = milliseconds(10);
  const double waited = MeanMs(Simulate(*policy, window, arrivals));
  const double gap = MeanMs(Simulate(*policy, NetOf(BatchMode::kGap, microseconds(800), microseconds(6200), 16), arrivals));
  EXPECT_GT(waited, gap + 8);
}

}  // namespace
}  // namespace crossdock::schedule
