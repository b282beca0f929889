#include "schedule/recent_tail.h"

#include <gtest/gtest.h>

namespace crossdock::schedule {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;

const TimePoint kNow{std::chrono::hours(1)};

double Ms(Nanos t) { return std::chrono::duration<double, std::milli>(t).count(); }

TEST(RecentTail, IsExactWithinFivePerCent) {
  RecentTail tail;
  for (int i = 1; i <= 1000; ++i) tail.Add(kNow, microseconds(100) * i);
  EXPECT_EQ(tail.Count(kNow), 1000);
  EXPECT_NEAR(Ms(*tail.P99(kNow)), 99, 5);
}

TEST(RecentTail, AnEmptyWindowIsNoZero) {
  RecentTail tail;
  EXPECT_FALSE(tail.P99(kNow).has_value());
  tail.Add(kNow, milliseconds(7));
  EXPECT_TRUE(tail.P99(kNow).has_value());
  EXPECT_FALSE(tail.P99(kNow + seconds(60)).has_value());
}

TEST(RecentTail, ForgetsWhatIsOlderThanTwoSeconds) {
  RecentTail tail;
  for (int i = 0; i < 100; ++i) tail.Add(kNow, seconds(1));
  for (int i = 0; i < 100; ++i) tail.Add(kNow + milliseconds(1500), milliseconds(5));
  EXPECT_NEAR(Ms(*tail.P99(kNow + milliseconds(1800))), 1000, 50);
  EXPECT_NEAR(Ms(*tail.P99(kNow + milliseconds(2500))), 5, 0.3);
  EXPECT_EQ(tail.Count(kNow + milliseconds(2500)), 100);
}

TEST(RecentTail, TakesTheShortestAndTheLongestTimes) {
  RecentTail tail;
  tail.Add(kNow, Nanos{0});
  EXPECT_LE(*tail.P99(kNow), microseconds(2));
  tail.Add(kNow, std::chrono::hours(5));
  EXPECT_GT(*tail.P99(kNow), std::chrono::minutes(1));
}

}  // namespace
}  // namespace crossdock::schedule
