#include "schedule/wait_controller.h"

#include <gtest/gtest.h>

namespace crossdock::schedule {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

const TimePoint kNow{std::chrono::hours(1)};
constexpr WaitController::Reference kReference{16, milliseconds(60)};

/// A queue of so many rows for a while, whose answers take so long; `per_second` of them.
TimePoint Spend(WaitController& controller, TimePoint from, Nanos time, int rows, Nanos latency, int per_second = 200) {
  TimePoint now = from;
  for (; now < from + time; now += Nanos(seconds(1)) / per_second) {
    controller.Advance(now, rows, kReference);
    controller.Answered(now, latency);
  }
  controller.Advance(now, rows, kReference);
  return now;
}

TEST(WaitController, BeginsWithTheLongestWaitAndStaysThereWhileLittleIsToDo) {
  WaitController controller;
  EXPECT_EQ(controller.wait(), milliseconds(10));
  Spend(controller, kNow, seconds(20), 0, milliseconds(5));
  EXPECT_EQ(controller.wait(), milliseconds(10));
}

TEST(WaitController, ABacklogShortensTheWaitToOneOrTwoMilliseconds) {
  WaitController controller;
  const TimePoint now = Spend(controller, kNow, milliseconds(500), 64, milliseconds(20));
  EXPECT_LE(controller.wait(), milliseconds(2));
  Spend(controller, now, seconds(60), 64, milliseconds(20));
  EXPECT_EQ(controller.wait(), milliseconds(1));
}

TEST(WaitController, ALateTailShortensTheWaitToo) {
  WaitController controller;
  Spend(controller, kNow, seconds(10), 0, milliseconds(200));
  EXPECT_EQ(controller.wait(), milliseconds(1));
}

TEST(WaitController, IsNotWoundUpByALongBacklog) {
  WaitController controller;
  const TimePoint now = Spend(controller, kNow, seconds(600), 1000, milliseconds(20));
  // Half of the range at once, by the proportional part; the rest within five seconds, by the integral.
  const TimePoint later = Spend(controller, now, milliseconds(200), 0, milliseconds(5));
  EXPECT_GE(controller.wait(), milliseconds(5));
  Spend(controller, later, seconds(6), 0, milliseconds(5));
  EXPECT_EQ(controller.wait(), milliseconds(10));
}

// The symptom: after a peak and a silence the controller of another system stayed where the peak had left it.
TEST(WaitController, APeakBeforeASilenceIsForgotten) {
  WaitController controller;
  const TimePoint now = Spend(controller, kNow, seconds(5), 500, milliseconds(900));
  ASSERT_EQ(controller.wait(), milliseconds(1));
  controller.Advance(now + seconds(60), 0, kReference);
  EXPECT_EQ(controller.wait(), milliseconds(10));
}

TEST(WaitController, ATailOfFewSamplesIsHeldForFiveSecondsOnly) {
  WaitController controller;
  TimePoint now = Spend(controller, kNow, seconds(5), 0, milliseconds(900));
  ASSERT_EQ(controller.wait(), milliseconds(1));
  now = Spend(controller, now, seconds(4), 0, milliseconds(5), 5);
  EXPECT_EQ(controller.wait(), milliseconds(1)) << "10 samples are no P99";
  Spend(controller, now, seconds(8), 0, milliseconds(5), 5);
  EXPECT_EQ(controller.wait(), milliseconds(10)) << "nor is what was seen before";
}

TEST(WaitController, StaysBetweenItsLimitsWhateverComes) {
  WaitController controller;
  TimePoint now = kNow;
  for (int i = 0; i < 200; ++i) {
    now = Spend(controller, now, milliseconds(300), i % 7 == 0 ? 10'000 : 0, milliseconds(i), 50);
    EXPECT_GE(controller.wait(), WaitController::kLeast);
    EXPECT_LE(controller.wait(), WaitController::kMost);
  }
}

TEST(WaitController, ADayWithoutWorkCostsNothing) {
  WaitController controller;
  controller.Advance(kNow, 0, kReference);
  controller.Advance(kNow + std::chrono::hours(24 * 365), 0, kReference);
  EXPECT_EQ(controller.wait(), milliseconds(10));
}

}  // namespace
}  // namespace crossdock::schedule
