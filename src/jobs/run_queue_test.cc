#include "jobs/run_queue.h"

#include <gtest/gtest.h>

#include "jobs/backoff.h"

namespace crossdock::jobs {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr TimePoint kStart{seconds(100)};

std::string Next(RunQueue& queue, TimePoint now) {
  const auto entry = queue.TakeReady(now);
  return entry ? entry->id : "none";
}

TEST(RunQueue, UrgentTiersGoFirstThenWhoCameFirst) {
  RunQueue queue;
  queue.Add({"late", Tier::kNormal, 3}, kStart);
  queue.Add({"early", Tier::kNormal, 1}, kStart);
  queue.Add({"bulk", Tier::kBatch, 0}, kStart);
  queue.Add({"urgent", Tier::kCritical, 9}, kStart);
  EXPECT_EQ(Next(queue, kStart), "urgent");
  EXPECT_EQ(Next(queue, kStart), "early");
  EXPECT_EQ(Next(queue, kStart), "late");
  EXPECT_EQ(Next(queue, kStart), "bulk");
  EXPECT_EQ(Next(queue, kStart), "none");
}

TEST(RunQueue, AJobThatHasToWaitHoldsUpNobodyAndKeepsItsPlace) {
  RunQueue queue;
  queue.Add({"failed", Tier::kNormal, 1}, kStart + seconds(5));
  queue.Add({"next", Tier::kNormal, 2}, kStart);
  EXPECT_EQ(queue.NextTime(), kStart);
  EXPECT_EQ(Next(queue, kStart), "next");
  EXPECT_EQ(Next(queue, kStart), "none");
  EXPECT_EQ(queue.NextTime(), kStart + seconds(5));
  queue.Add({"newer", Tier::kNormal, 3}, kStart);
  EXPECT_EQ(Next(queue, kStart + seconds(5)), "failed");
  EXPECT_EQ(Next(queue, kStart + seconds(5)), "newer");
}

TEST(RunQueue, ARemovedJobDoesNotRun) {
  RunQueue queue;
  queue.Add({"a", Tier::kNormal, 1}, kStart);
  queue.Add({"b", Tier::kNormal, 2}, kStart);
  EXPECT_TRUE(queue.Remove("a"));
  EXPECT_FALSE(queue.Remove("a"));
  EXPECT_EQ(queue.size(), 1u);
  EXPECT_EQ(Next(queue, kStart), "b");
}

TEST(Backoff, DoublesUpToItsMostAndDrawsTheUpperHalf) {
  const Backoff backoff{seconds(1), seconds(60)};
  EXPECT_EQ(backoff.After(1, 1), seconds(1));
  EXPECT_EQ(backoff.After(1, 0), milliseconds(500));
  EXPECT_EQ(backoff.After(4, 1), seconds(8));
  EXPECT_EQ(backoff.After(7, 1), seconds(60));
  EXPECT_EQ(backoff.After(1'000'000, 1), seconds(60));
}

}  // namespace
}  // namespace crossdock::jobs
