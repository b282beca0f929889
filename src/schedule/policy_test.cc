#include "schedule/policy.h"

#include <gtest/gtest.h>

namespace crossdock::schedule {
namespace {

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

TEST(EarliestDeadline, WhatIsGivenUpTakesNoSlot) {
  BatchRule rule;
  rule.max_batch = 4;
  LatencyTable table;
  for (const int b : {1, 2, 4}) table.Seed(b, milliseconds(20) + milliseconds(1) * b);
  QueueView late = Queue(0, Tier::kNormal, kNow + milliseconds(10), rule, table);
  late.rows = 9;
  const QueueView queues[] = {late, Queue(1, Tier::kBatch, TimePoint::max(), rule, table)};
  const SlotView slots[] = {{0, true}};
  const Decision d = MakeEarliestDeadlinePolicy()->Decide(kNow, queues, slots, 0);
  ASSERT_EQ(d.sheds.size(), 1u);
  EXPECT_EQ(d.sheds[0].queue, 0u);
  EXPECT_EQ(d.sheds[0].down_to, 4);
  ASSERT_EQ(d.fires.size(), 1u);
  EXPECT_EQ(d.fires[0].queue, 1u);
}

TEST(EarliestDeadline, WakesForTheEarliestHoldOnlyWhileASlotIsFree) {
  BatchRule window;
  window.mode = BatchMode::kWindow;
  window.max_batch = 8;
  window.window = milliseconds(7);
  BatchRule shorter = window;
  shorter.window = milliseconds(3);
  const LatencyTable table;
  const QueueView queues[] = {Queue(0, Tier::kNormal, TimePoint::max(), window, table),
                              Queue(1, Tier::kNormal, TimePoint::max(), shorter, table)};
  SlotView slots[] = {{0, true}};
  const auto policy = MakeEarliestDeadlinePolicy();
  EXPECT_EQ(policy->Decide(kNow, queues, slots, 0).wake_at, kNow + milliseconds(3));
  slots[0].free = false;
  EXPECT_EQ(policy->Decide(kNow, queues, slots, 0).wake_at, TimePoint::max());
}

}  // namespace
}  // namespace crossdock::schedule
