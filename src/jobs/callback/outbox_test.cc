#include "jobs/callback/outbox.h"

#include <gtest/gtest.h>

namespace crossdock::jobs {
namespace {

using std::chrono::seconds;
using Kind = Outbox::Settled::Kind;
using Ids = std::vector<std::string>;

constexpr TimePoint kStart{seconds(100)};
const Delivery kGood{204};
const Delivery kBroken{500, "HTTP 500"};
const Delivery kDown{0, "connection refused"};

Outbox Small() {
  return Outbox({.attempts = 3, .backoff = {seconds(1), seconds(60)}, .parallel = 3, .parallel_each = 2});
}

TEST(Outbox, ADeliveredLetterIsDoneWith) {
  Outbox outbox = Small();
  outbox.Add("a", "x", 0, kStart);
  EXPECT_EQ(outbox.TakeDue(kStart), Ids{"a"});
  EXPECT_EQ(outbox.TakeDue(kStart), Ids{}) << "under way";
  EXPECT_EQ(outbox.Settle("a", kGood, kStart, 1).kind, Kind::kDelivered);
  EXPECT_EQ(outbox.size(), 0u);
}

TEST(Outbox, AFailedLetterComesBackLaterAndLaterAndIsDeadAtLast) {
  Outbox outbox = Small();
  outbox.Add("a", "x", 0, kStart);
  (void)outbox.TakeDue(kStart);
  auto settled = outbox.Settle("a", kBroken, kStart, 1);
  EXPECT_EQ(settled.kind, Kind::kAgain);
  EXPECT_EQ(settled.again, kStart + seconds(1));
  EXPECT_EQ(outbox.NextTime(), settled.again);
  EXPECT_EQ(outbox.TakeDue(kStart), Ids{});
  EXPECT_EQ(outbox.TakeDue(settled.again), Ids{"a"});
  settled = outbox.Settle("a", kDown, settled.again, 1);
  EXPECT_EQ(settled.again, kStart + seconds(3));
  EXPECT_EQ(outbox.TakeDue(settled.again), Ids{"a"});
  settled = outbox.Settle("a", kDown, settled.again, 1);
  EXPECT_EQ(settled.kind, Kind::kDead);
  EXPECT_EQ(settled.failures, 3);
}

TEST(Outbox, ASlowTargetHoldsUpNoOther) {
  Outbox outbox = Small();
  for (const char* id : {"s1", "s2", "s3", "s4"}) outbox.Add(id, "slow", 0, kStart);
  outbox.Add("q", "quick", 0, kStart + seconds(1));
  EXPECT_EQ(outbox.TakeDue(kStart), (Ids{"s1", "s2"}));
  EXPECT_EQ(outbox.NextTime(), kStart + seconds(1)) << "the others to the slow one wait for it, not for time";
  EXPECT_EQ(outbox.TakeDue(kStart + seconds(1)), Ids{"q"});
  EXPECT_EQ(outbox.NextTime(), TimePoint::max());
  outbox.Settle("s1", kGood, kStart + seconds(2), 1);
  EXPECT_EQ(outbox.TakeDue(kStart + seconds(2)), Ids{"s3"});
}

TEST(Outbox, ATargetsAdviceIsHeededWithinTheLongestWait) {
  Outbox outbox = Small();
  outbox.Add("a", "x", 0, kStart);
  (void)outbox.TakeDue(kStart);
  EXPECT_EQ(outbox.Settle("a", {503, "", seconds(20)}, kStart, 1).again, kStart + seconds(20));
  (void)outbox.TakeDue(kStart + seconds(20));
  EXPECT_EQ(outbox.Settle("a", {503, "", seconds(9999)}, kStart, 1).again, kStart + seconds(60));
}

TEST(Outbox, WhoSaysGoneIsNotAskedAgain) {
  Outbox outbox = Small();
  outbox.Add("a", "x", 0, kStart);
  (void)outbox.TakeDue(kStart);
  EXPECT_EQ(outbox.Settle("a", {410}, kStart, 1).kind, Kind::kDead);
}

}  // namespace
}  // namespace crossdock::jobs
