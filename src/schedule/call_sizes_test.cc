#include "schedule/call_sizes.h"

#include <gtest/gtest.h>

#include "schedule/collect.h"

namespace crossdock::schedule {
namespace {

using std::chrono::milliseconds;

struct Sized {
  BatchRule rule;
  LatencyTable table;
  QueueView queue;

  Sized(Nanos one, Nanos eight, Nanos thirty_two, int rows) {
    rule.mode = BatchMode::kGreedy;
    rule.max_batch = 32;
    rule.sizes = {1, 8, 32};
    table.Seed(1, one);
    table.Seed(8, eight);
    table.Seed(32, thirty_two);
    queue.rows = rows;
    queue.head_rows = 1;
    queue.rule = &rule;
    queue.latency = &table;
  }
};

TEST(CallSizes, ACallIsPaddedToTheNextSizeThatIsRun) {
  BatchRule rule;
  EXPECT_EQ(CallRows(rule, 3), 3);
  rule.sizes = {1, 8, 32};
  EXPECT_EQ(CallRows(rule, 1), 1);
  EXPECT_EQ(CallRows(rule, 2), 8);
  EXPECT_EQ(CallRows(rule, 9), 32);
}

// The symptom: with the sizes 1, 8 and 32, two waiting requests were padded to eight, which took longer than two calls.
TEST(CallSizes, TwoRowsAreNotPaddedToEightWhereThatIsSlower) {
  const Sized slower(milliseconds(5), milliseconds(38), milliseconds(150), 2);
  EXPECT_EQ(Collect(TimePoint{}, slower.queue, {}).rows, 1);
  const Sized faster(milliseconds(6), milliseconds(7), milliseconds(12), 2);
  EXPECT_EQ(Collect(TimePoint{}, faster.queue, {}).rows, 2);
}

TEST(CallSizes, ASizeThatIsRunNeedsNoChoice) {
  const Sized eight(milliseconds(5), milliseconds(38), milliseconds(150), 8);
  EXPECT_EQ(RowsWorthPadding(eight.queue, 8), 8);
  EXPECT_EQ(RowsWorthPadding(eight.queue, 32), 32);
}

TEST(CallSizes, AnItemOfSeveralRowsIsPaddedRatherThanCut) {
  Sized slower(milliseconds(5), milliseconds(38), milliseconds(150), 2);
  slower.queue.head_rows = 2;
  EXPECT_EQ(RowsWorthPadding(slower.queue, 2), 2);
}

}  // namespace
}  // namespace crossdock::schedule
