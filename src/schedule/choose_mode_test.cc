#include "schedule/choose_mode.h"

#include <gtest/gtest.h>

namespace crossdock::schedule {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

LatencyTable Net(Nanos fixed, Nanos per_row) {
  LatencyTable table;
  for (const int b : {1, 2, 4, 8, 16}) table.Seed(b, fixed + per_row * b);
  return table;
}

LatencyTable Conv() { return Net(microseconds(800), microseconds(6200)); }
LatencyTable FixedCost() { return Net(milliseconds(6), microseconds(500)); }

TEST(ChooseMode, WithOneOrTwoCallsAtOnceItIsGap) {
  for (const LatencyTable& table : {Conv(), FixedCost()}) {
    for (const int calls : {1, 2}) EXPECT_EQ(ChooseMode(table, 16, calls, milliseconds(100)), BatchMode::kGap);
  }
}

TEST(ChooseMode, WithoutATableItIsGap) {
  EXPECT_EQ(ChooseMode({}, 16, 4, milliseconds(1)), BatchMode::kGap);
  LatencyTable single;
  single.Seed(1, milliseconds(5));
  EXPECT_EQ(ChooseMode(single, 16, 4, milliseconds(1)), BatchMode::kGap);
  EXPECT_EQ(ChooseMode(FixedCost(), 1, 4, milliseconds(1)), BatchMode::kGap);
}

TEST(ChooseMode, ANetThatGainsNothingFromBatchingIsGap) {
  EXPECT_NEAR(JoinedShare(Conv()), 0.8 / 7, 0.001);
  EXPECT_EQ(ChooseMode(Conv(), 16, 4, milliseconds(100)), BatchMode::kGap);
}

TEST(ChooseMode, ACallOfFixedCostIsHeldForOnlyFromHalfOfItsCapacityOn) {
  EXPECT_NEAR(JoinedShare(FixedCost()), 6 / 6.5, 0.001);
  EXPECT_EQ(ChooseMode(FixedCost(), 16, 4, Nanos::max()), BatchMode::kGreedy);
  EXPECT_EQ(ChooseMode(FixedCost(), 16, 4, microseconds(500)), BatchMode::kGreedy);  // 14 ms / 16 / 0.5 ms / 4 = 0.44
  EXPECT_EQ(ChooseMode(FixedCost(), 16, 4, microseconds(400)), BatchMode::kGap);     // 0.55
}

TEST(ChooseMode, BetweenTheTwoItIsGreedy) {
  EXPECT_EQ(ChooseMode(Net(milliseconds(3), milliseconds(2)), 16, 4, microseconds(400)), BatchMode::kGreedy);
}

}  // namespace
}  // namespace crossdock::schedule
