#include "schedule/work_line.h"

#include <gtest/gtest.h>

namespace crossdock::schedule {
namespace {

using std::chrono::milliseconds;

const TimePoint kNow{std::chrono::hours(1)};
TimePoint In(int ms) { return kNow + milliseconds(ms); }

WorkLine Known(int threads, int at_once) {
  WorkLine line(threads, at_once);
  for (int i = 0; i < 8; ++i) line.Learn(milliseconds(20));
  return line;
}

TEST(WorkLine, RefusesNobodyBeforeAnythingWasMeasured) {
  WorkLine line(2, 1);
  line.Add(Tier::kNormal, In(10), 1000);
  EXPECT_FALSE(line.Expect(kNow, Tier::kNormal, In(10), 1));
  line.Learn(std::chrono::seconds(9));  // the slow first run
  EXPECT_FALSE(line.Expect(kNow, Tier::kNormal, In(10), 1));
}

TEST(WorkLine, WhatIsMoreUrgentOrDueEarlierGoesFirst) {
  WorkLine line = Known(2, 1);
  line.Add(Tier::kCritical, In(500), 3);
  line.Add(Tier::kNormal, In(100), 2);
  line.Add(Tier::kNormal, In(300), 4);
  line.Add(Tier::kBatch, In(50), 100);
  EXPECT_EQ(line.Expect(kNow, Tier::kNormal, In(200), 1)->finish, In(5 * 10 + 20));
  EXPECT_EQ(line.Expect(kNow, Tier::kNormal, In(200), 1)->idle, In(20));
  EXPECT_EQ(line.Expect(kNow, Tier::kCritical, In(200), 1)->finish, In(20));
}

TEST(WorkLine, WhatWasBegunCountsHalf) {
  WorkLine line = Known(2, 1);
  line.Add(Tier::kNormal, In(100), 2);
  line.Begin(Tier::kNormal, In(100));
  line.Begin(Tier::kNormal, In(100));
  EXPECT_EQ(line.Expect(kNow, Tier::kNormal, In(200), 1)->finish, In(10 + 20));
}

TEST(WorkLine, APieceThatManyThreadsShareIsDoneSooner) {
  WorkLine line = Known(4, 4);
  line.Add(Tier::kBatch, In(900), 1);
  EXPECT_EQ(line.Expect(kNow, Tier::kNormal, In(200), 1)->finish, In(5));
  EXPECT_EQ(line.Expect(kNow, Tier::kNormal, In(200), 3)->finish, In(15)) << "all pieces of a newcomer count";
}

// The symptom: after a slow minute everything was expected to be late, was refused, and so nothing ever showed that it was over.
TEST(WorkLine, WhoFindsNobodyBeforeItIsLetIn) { EXPECT_FALSE(Known(1, 1).Expect(kNow, Tier::kNormal, In(1), 1)); }

TEST(WorkLine, IsEmptyAgainWhenAllHaveGone) {
  WorkLine line = Known(1, 1);
  line.Add(Tier::kNormal, In(100), 2);
  line.Begin(Tier::kNormal, In(100));
  line.Leave(Tier::kNormal, In(100), true);
  line.Leave(Tier::kNormal, In(100), false);
  EXPECT_EQ(line.waiting(), 0);
  EXPECT_EQ(line.begun(), 0);
}

}  // namespace
}  // namespace crossdock::schedule
