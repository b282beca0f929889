#include "pipeline/dispatch_core.h"

#include <gtest/gtest.h>

#include "pipeline/test_version.h"

namespace crossdock::pipeline {
namespace {

using std::chrono::milliseconds;
using testing::Ask;
using testing::AskedItem;
using testing::MakeVersion;

const TimePoint kNow{std::chrono::hours(2)};

class Core : public ::testing::Test {
 protected:
  testing::FakeVersion Version(std::string mode, int max_batch, int slots = 8, int max_queued = 1024) {
    schedule::BatchingConfig batching;
    batching.mode = std::move(mode);
    batching.max_batch = max_batch;
    batching.max_queued = max_queued;
    auto fake = engine::fake::IdentityModel(1, milliseconds(5), Nanos{0});
    fake.slots = slots;
    return MakeVersion(std::move(fake), clock_, batching, max_batch);
  }
  void Add(AskedItem& asked, TimePoint now = kNow) { ASSERT_TRUE(core_.Add(now, asked.item)); }
  static std::vector<int> RowsOf(const DispatchCore::Step& step) {
    std::vector<int> rows;
    for (const Batch& b : step.batches) rows.push_back(b.rows);
    return rows;
  }

  VirtualClock clock_;
  DispatchCore core_{schedule::MakeEarliestDeadlinePolicy(), 1};
};

TEST_F(Core, WhatQueuedBehindARunningCallLeavesAsOneBatch) {
  const auto version = Version("greedy", 8);
  std::vector<AskedItem> asked;
  for (int i = 0; i < 5; ++i) asked.push_back(Ask(version.pin, {static_cast<float>(i)}, kNow));
  Add(asked[0]);
  auto first = core_.Advance(kNow);
  ASSERT_EQ(RowsOf(first), (std::vector<int>{1}));
  for (int i = 1; i < 5; ++i) Add(asked[static_cast<size_t>(i)]);
  EXPECT_TRUE(core_.Advance(kNow).batches.empty());
  core_.Complete(kNow + milliseconds(5), first.batches[0], milliseconds(5));
  EXPECT_EQ(RowsOf(core_.Advance(kNow + milliseconds(5))), (std::vector<int>{4}));
}

TEST_F(Core, TheLimitCountsRowsNotRequests) {
  const auto version = Version("greedy", 8);
  std::vector<AskedItem> asked;
  for (int i = 0; i < 4; ++i) asked.push_back(Ask(version.pin, {1, 2, 3}, kNow));
  for (auto& a : asked) Add(a);
  const auto step = core_.Advance(kNow);
  EXPECT_EQ(RowsOf(step), (std::vector<int>{6}));
  EXPECT_EQ(step.batches[0].items.size(), 2u);
}

TEST_F(Core, TheEarliestDeadlineLeavesFirst) {
  const auto version = Version("sync", 8);
  auto late = Ask(version.pin, {1}, kNow, kNow + milliseconds(500));
  auto soon = Ask(version.pin, {2}, kNow, kNow + milliseconds(50));
  Add(late);
  Add(soon);
  const auto step = core_.Advance(kNow);
  ASSERT_EQ(step.batches.size(), 1u);
  EXPECT_EQ(testing::Values(step.batches[0].items[0].inputs[0]), (std::vector<float>{2}));
}

TEST_F(Core, ExpiresAtTheMomentItselfWhileTheEngineIsBusy) {
  const auto version = Version("sync", 1);
  auto running = Ask(version.pin, {1}, kNow);
  auto waiting = Ask(version.pin, {2}, kNow, kNow + milliseconds(10));
  Add(running);
  auto started = core_.Advance(kNow);
  Add(waiting);
  EXPECT_EQ(core_.Advance(kNow).wake_at, kNow + milliseconds(10));
  EXPECT_TRUE(core_.Advance(kNow + milliseconds(9)).dropped.empty());
  const auto step = core_.Advance(kNow + milliseconds(10));
  ASSERT_EQ(step.dropped.size(), 1u);
  EXPECT_EQ(step.dropped[0].second.code, ErrorCode::kDeadlineExceeded);
}

TEST_F(Core, ACancelledItemIsNotRun) {
  const auto version = Version("greedy", 8);
  std::stop_source gone;
  auto left = Ask(version.pin, {1}, kNow);
  left.item.cancel = gone.get_token();
  auto stays = Ask(version.pin, {2}, kNow);
  gone.request_stop();
  Add(left);
  Add(stays);
  const auto step = core_.Advance(kNow);
  EXPECT_EQ(RowsOf(step), (std::vector<int>{1}));
  ASSERT_EQ(step.dropped.size(), 1u);
  EXPECT_EQ(step.dropped[0].second.code, ErrorCode::kCancelled);
}

TEST_F(Core, AFullQueueRefusesExactlyWhatDoesNotFit) {
  const auto version = Version("fixed", 4, 8, 4);
  std::vector<AskedItem> asked;
  for (int i = 0; i < 2; ++i) asked.push_back(Ask(version.pin, {1, 2}, kNow));
  for (auto& a : asked) Add(a);
  auto extra = Ask(version.pin, {3}, kNow);
  const Status refused = core_.Add(kNow, extra.item);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().reason, Reason::kQueueFull);
  EXPECT_TRUE(static_cast<bool>(extra.item.done)) << "a refused item is still the caller's to answer";
  extra.item.done.Finish(refused.error());
}

TEST_F(Core, AModelNeverRunsMoreCallsThanItsSessionHasSlots) {
  DispatchCore two_slots{schedule::MakeEarliestDeadlinePolicy(), 2};
  const auto version = Version("sync", 4, 1);
  auto a = Ask(version.pin, {1}, kNow);
  auto b = Ask(version.pin, {2}, kNow);
  ASSERT_TRUE(two_slots.Add(kNow, a.item));
  ASSERT_TRUE(two_slots.Add(kNow, b.item));
  EXPECT_EQ(two_slots.Advance(kNow).batches.size(), 1u);
}

TEST_F(Core, DifferentShapesAreNeverMixed) {
  auto fake = engine::fake::IdentityModel(-1, milliseconds(5), Nanos{0});
  fake.slots = 2;
  schedule::BatchingConfig batching;
  batching.mode = "greedy";
  const auto version = MakeVersion(std::move(fake), clock_, batching, 8);
  auto narrow = Ask(version.pin, {1}, kNow);
  auto wide = Ask(version.pin, {1}, kNow);
  wide.item.inputs[0] = testing::Rows({1, 2}, 2);
  DispatchCore two_slots{schedule::MakeEarliestDeadlinePolicy(), 2};
  ASSERT_TRUE(two_slots.Add(kNow, narrow.item));
  ASSERT_TRUE(two_slots.Add(kNow, wide.item));
  EXPECT_EQ(RowsOf(two_slots.Advance(kNow)), (std::vector<int>{1, 1}));
}

TEST_F(Core, ItemsOfAFailedCallRunAloneAfterwards) {
  const auto version = Version("greedy", 8);
  std::vector<AskedItem> asked;
  for (int i = 0; i < 3; ++i) asked.push_back(Ask(version.pin, {static_cast<float>(i)}, kNow));
  for (auto& a : asked) Add(a);
  auto step = core_.Advance(kNow);
  ASSERT_EQ(RowsOf(step), (std::vector<int>{3}));
  auto items = std::move(step.batches[0].items);
  step.batches[0].items.clear();
  core_.Complete(kNow, step.batches[0], Nanos{0});
  core_.Requeue(step.batches[0].queue, std::move(items));
  for (int i = 0; i < 3; ++i) {
    const auto alone = core_.Advance(kNow);
    ASSERT_EQ(RowsOf(alone), (std::vector<int>{1}));
    core_.Complete(kNow, alone.batches[0], milliseconds(1));
  }
}

TEST_F(Core, ItemsOfAFailedFixedBatchDoNotWaitForAFullOne) {
  const auto version = Version("fixed", 3);
  std::vector<AskedItem> asked;
  for (int i = 0; i < 3; ++i) asked.push_back(Ask(version.pin, {1}, kNow));
  for (auto& a : asked) Add(a);
  auto step = core_.Advance(kNow);
  ASSERT_EQ(RowsOf(step), (std::vector<int>{3}));
  core_.Complete(kNow, step.batches[0], Nanos{0});
  core_.Requeue(step.batches[0].queue, std::move(step.batches[0].items));
  auto urgent = Ask(version.pin, {1}, kNow, kNow + milliseconds(1000));
  Add(urgent);  // more urgent, but it holds for company
  for (int i = 0; i < 3; ++i) {
    const auto alone = core_.Advance(kNow);
    ASSERT_EQ(RowsOf(alone), (std::vector<int>{1}));
    core_.Complete(kNow, alone.batches[0], milliseconds(1));
  }
  EXPECT_TRUE(core_.Advance(kNow).batches.empty());
}

TEST_F(Core, CancelledItemsTakeNoPlacesInABatch) {
  const auto version = Version("greedy", 4);
  std::stop_source gone;
  std::vector<AskedItem> asked;
  for (int i = 0; i < 7; ++i) {
    asked.push_back(Ask(version.pin, {1}, kNow));
    if (i % 2 == 1) asked.back().item.cancel = gone.get_token();
  }
  for (auto& a : asked) Add(a);
  gone.request_stop();
  const auto step = core_.Advance(kNow);
  EXPECT_EQ(RowsOf(step), (std::vector<int>{4}));
  EXPECT_EQ(step.dropped.size(), 3u);
}

TEST_F(Core, SyncStaysOneItemACallWhenTheFirstWasCancelled) {
  const auto version = Version("sync", 4);
  std::stop_source gone;
  gone.request_stop();
  auto left = Ask(version.pin, {1, 2, 3}, kNow);
  left.item.cancel = gone.get_token();
  Add(left);
  std::vector<AskedItem> asked;
  for (int i = 0; i < 2; ++i) asked.push_back(Ask(version.pin, {1}, kNow));
  for (auto& a : asked) Add(a);
  EXPECT_EQ(RowsOf(core_.Advance(kNow)), (std::vector<int>{1}));
}

TEST_F(Core, TheLimitOnWaitingRowsIsTheModelsWhateverTheirShapes) {
  auto fake = engine::fake::IdentityModel(-1, milliseconds(5), Nanos{0});
  schedule::BatchingConfig batching;
  batching.mode = "fixed";
  batching.max_queued = 3;
  const auto version = MakeVersion(std::move(fake), clock_, batching, 8);
  std::vector<AskedItem> asked;
  for (int64_t width = 1; width <= 4; ++width) {
    asked.push_back(Ask(version.pin, {1}, kNow));
    asked.back().item.inputs[0] = testing::Rows(std::vector<float>(static_cast<size_t>(width), 1), width);
  }
  for (size_t i = 0; i < 3; ++i) Add(asked[i]);
  const Status refused = core_.Add(kNow, asked[3].item);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().reason, Reason::kQueueFull);
}

TEST_F(Core, AnItemOfALowerTierExpiresAtItsMomentToo) {
  const auto version = Version("sync", 1);
  auto running = Ask(version.pin, {1}, kNow);
  auto critical = Ask(version.pin, {2}, kNow, kNow + milliseconds(50));
  critical.item.tier = Tier::kCritical;
  auto batch = Ask(version.pin, {3}, kNow, kNow + milliseconds(10));
  batch.item.tier = Tier::kBatch;
  Add(running);
  const auto started = core_.Advance(kNow);
  Add(critical);
  Add(batch);
  EXPECT_EQ(core_.Advance(kNow).wake_at, kNow + milliseconds(10));
  const auto step = core_.Advance(kNow + milliseconds(10));
  ASSERT_EQ(step.dropped.size(), 1u);
  EXPECT_EQ(step.dropped[0].first.tier, Tier::kBatch);
  EXPECT_EQ(step.wake_at, kNow + milliseconds(50));
}

TEST_F(Core, AHeldQueueIsAskedAgainAtItsMomentAlthoughAnotherModelRuns) {
  DispatchCore two_slots{schedule::MakeEarliestDeadlinePolicy(), 2};
  schedule::BatchingConfig window;
  window.mode = "window";
  window.window_us = 7000;
  const auto held = MakeVersion(engine::fake::IdentityModel(1, milliseconds(5), Nanos{0}), clock_, window, 8, "held");
  const auto other = MakeVersion(engine::fake::IdentityModel(1, milliseconds(5), Nanos{0}), clock_, {}, 1, "other");
  auto waits = Ask(held.pin, {1}, kNow);
  ASSERT_TRUE(two_slots.Add(kNow, waits.item));
  EXPECT_EQ(two_slots.Advance(kNow).wake_at, kNow + milliseconds(7));
  auto goes = Ask(other.pin, {1}, kNow);
  ASSERT_TRUE(two_slots.Add(kNow + milliseconds(1), goes.item));
  const auto step = two_slots.Advance(kNow + milliseconds(1));
  EXPECT_EQ(RowsOf(step), (std::vector<int>{1}));
  EXPECT_EQ(step.wake_at, kNow + milliseconds(7));
  EXPECT_EQ(RowsOf(two_slots.Advance(kNow + milliseconds(7))), (std::vector<int>{1}));
}

TEST_F(Core, AHoldThatEndsWhileEverySlotIsBusyGoesWithTheNextFreeOne) {
  const auto held = Version("window", 8);
  auto runs = Ask(held.pin, {1}, kNow - milliseconds(100));
  auto waits = Ask(held.pin, {1}, kNow);
  Add(runs);
  auto first = core_.Advance(kNow);
  ASSERT_EQ(RowsOf(first), (std::vector<int>{1}));
  Add(waits);
  EXPECT_EQ(core_.Advance(kNow).wake_at, TimePoint::max()) << "no timer is of use while no slot is free";
  core_.Complete(kNow + milliseconds(50), first.batches[0], milliseconds(50));
  EXPECT_EQ(RowsOf(core_.Advance(kNow + milliseconds(50))), (std::vector<int>{1}));
}

TEST_F(Core, WhatCannotBeAnsweredInTimeIsRefusedWithItsReason) {
  const auto version = Version("gap", 1);
  for (int i = 0; i < 5; ++i) {  // teaches the table
    auto taught = Ask(version.pin, {1}, kNow);
    Add(taught);
    const auto step = core_.Advance(kNow);
    core_.Complete(kNow, step.batches.at(0), milliseconds(20));
  }
  std::vector<AskedItem> asked;
  for (const int ms : {15, 16, 90}) asked.push_back(Ask(version.pin, {1}, kNow, kNow + milliseconds(ms)));
  for (auto& a : asked) Add(a);
  const auto step = core_.Advance(kNow);
  ASSERT_EQ(step.dropped.size(), 2u);
  EXPECT_EQ(step.dropped[0].second.code, ErrorCode::kDeadlineExceeded);
  EXPECT_EQ(step.dropped[0].second.reason, Reason::kDeadlineUnmeetable);
  ASSERT_EQ(step.batches.size(), 1u);
  EXPECT_EQ(step.batches[0].items[0].deadline, kNow + milliseconds(90));
}

TEST_F(Core, EveryCounterIsZeroAgainWhenAllIsDone) {
  const auto version = Version("gap", 4);
  for (int round = 0; round < 50; ++round) {
    auto asked = Ask(version.pin, {1, 2}, kNow, kNow + milliseconds(round % 7 == 0 ? 0 : 100));
    Add(asked);
    const auto step = core_.Advance(kNow);
    for (const Batch& b : step.batches) core_.Complete(kNow, b, milliseconds(1));
  }
  EXPECT_EQ(core_.queued_rows(), 0);
  EXPECT_EQ(core_.running(), 0);
}

TEST_F(Core, NothingIsKeptOfAVersionThatHasGone) {
  auto old_version = MakeVersion(engine::fake::IdentityModel(1, Nanos{0}, Nanos{0}), clock_, {}, 1, "old");
  auto asked = Ask(old_version.pin, {1}, kNow);
  Add(asked);
  {
    const auto step = core_.Advance(kNow);
    core_.Complete(kNow, step.batches.at(0), milliseconds(1));
  }
  EXPECT_TRUE(core_.QueuedByModel().contains("old"));
  old_version.pin.reset();
  const auto version = Version("sync", 1);
  auto next = Ask(version.pin, {1}, kNow);
  Add(next);
  EXPECT_FALSE(core_.QueuedByModel().contains("old"));
}

}  // namespace
}  // namespace crossdock::pipeline
