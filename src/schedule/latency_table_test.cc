#include "schedule/latency_table.h"

#include <gtest/gtest.h>

namespace crossdock::schedule {
namespace {

using std::chrono::milliseconds;

TEST(LatencyTable, InterpolatesBetweenSizesThatWereMeasured) {
  LatencyTable table;
  table.Seed(2, milliseconds(10));
  table.Seed(6, milliseconds(30));
  EXPECT_EQ(table.Mean(4), milliseconds(20));
}

TEST(LatencyTable, ExtrapolatesWithoutAssumingAGain) {
  LatencyTable table;
  table.Seed(4, milliseconds(8));
  EXPECT_EQ(table.Mean(8), milliseconds(16));
}

TEST(LatencyTable, NeverSaysThatALargerBatchIsFaster) {
  LatencyTable table;
  table.Seed(1, milliseconds(9));
  table.Seed(2, milliseconds(7));
  EXPECT_GE(table.Mean(2), table.Mean(1));
}

TEST(LatencyTable, ForgetsTheSlowFirstRunsOfASizeThatWasNotWarmed) {
  LatencyTable table;
  table.Observe(1, milliseconds(500));
  table.Observe(1, milliseconds(10));
  table.Observe(1, milliseconds(10));
  EXPECT_EQ(table.Mean(1), milliseconds(10));
}

TEST(LatencyTable, RisesFasterThanItFalls) {
  LatencyTable up;
  up.Seed(1, milliseconds(10));
  up.Observe(1, milliseconds(20));
  LatencyTable down;
  down.Seed(1, milliseconds(20));
  down.Observe(1, milliseconds(10));
  EXPECT_EQ(up.Mean(1), std::chrono::microseconds(12500));
  EXPECT_EQ(down.Mean(1), std::chrono::microseconds(19500));
}

TEST(LatencyTable, KeepsAnOutlierOutOfTheMeanButInTheTail) {
  LatencyTable table;
  table.Seed(1, milliseconds(10));
  for (int i = 0; i < 8; ++i) table.Observe(1, milliseconds(i == 0 ? 500 : 10));
  EXPECT_EQ(table.Mean(1), milliseconds(10));
  EXPECT_EQ(table.P95(1), milliseconds(500));
}

TEST(LatencyTable, AFlatNetIsNotBatchedBeyondWhatPays) {
  LatencyTable conv;
  for (const int b : {1, 2, 4, 8, 16}) conv.Seed(b, milliseconds(1) * b * 16);
  EXPECT_EQ(conv.UsefulMax(16), 1);
  LatencyTable fixed_cost;
  for (const int b : {1, 2, 4, 8, 16}) fixed_cost.Seed(b, milliseconds(6) + std::chrono::microseconds(500) * b);
  EXPECT_EQ(fixed_cost.UsefulMax(16), 16);
}

TEST(LatencyTable, TheSlowFirstRunsStayOutOfTheTailToo) {
  LatencyTable table;
  table.Observe(1, milliseconds(500));
  for (int i = 0; i < 4; ++i) table.Observe(1, milliseconds(10));
  EXPECT_EQ(table.P95(1), milliseconds(10));
}

TEST(LatencyTable, ALastingSlowdownIsBelieved) {
  LatencyTable table;
  table.Seed(1, milliseconds(10));
  for (int i = 0; i < 40; ++i) table.Observe(1, milliseconds(60));
  EXPECT_GT(table.Mean(1), milliseconds(50));
}

TEST(LatencyTable, ASizeThatRanOnceColdSaysNothingWhileOthersAreWarm) {
  LatencyTable table;
  table.Observe(1, milliseconds(900));
  for (int i = 0; i < 5; ++i) table.Observe(4, milliseconds(20));
  EXPECT_EQ(table.Mean(4), milliseconds(20));
  EXPECT_EQ(table.Mean(1), milliseconds(20));
  EXPECT_TRUE(table.Knows(4));
  EXPECT_TRUE(table.Knows(2));
  EXPECT_FALSE(table.Knows(5));
}

TEST(LatencyTable, KnowsNothingFromColdRuns) {
  LatencyTable table;
  EXPECT_FALSE(table.Knows(1));
  for (int i = 0; i < 3; ++i) table.Observe(1, milliseconds(10));
  EXPECT_FALSE(table.Knows(1));
  table.Observe(1, milliseconds(10));
  EXPECT_TRUE(table.Knows(1));
}

TEST(LatencyTable, AColdRunOfALargerBatchDoesNotEndBatching) {
  LatencyTable table;
  for (int i = 0; i < 5; ++i) table.Observe(1, milliseconds(10));
  table.Observe(2, milliseconds(300));
  EXPECT_EQ(table.UsefulMax(8), 8);
}

TEST(LatencyTable, LargerBatchesAreTriedWhileTheLargestKnownIsTheBest) {
  LatencyTable table;
  table.Seed(1, milliseconds(10));
  table.Seed(2, milliseconds(11));
  EXPECT_EQ(table.UsefulMax(8), 8);
  table.Seed(4, milliseconds(30));
  EXPECT_EQ(table.UsefulMax(8), 2);
}

TEST(LatencyTable, SizesBeyondTheLimitDoNotMakeTheSmallestTheBest) {
  LatencyTable table;
  table.Seed(1, milliseconds(10));
  table.Seed(16, milliseconds(20));
  EXPECT_EQ(table.UsefulMax(8), 8);
}

TEST(LatencyTable, WithoutKnowledgeTheLimitIsTheLimit) {
  LatencyTable table;
  table.Observe(1, milliseconds(5));
  EXPECT_EQ(table.UsefulMax(8), 8);
}

}  // namespace
}  // namespace crossdock::schedule
