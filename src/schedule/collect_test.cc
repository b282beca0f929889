#include "schedule/collect.h"

#include <gtest/gtest.h>

namespace crossdock::schedule {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

const TimePoint kNow{std::chrono::hours(1)};

/// A queue over a net with a fixed cost of 6 ms and 0.5 ms a row, where joining saves almost a whole call.
struct Fixture {
  LatencyTable table;
  BatchRule rule;
  QueueView queue;

  explicit Fixture(BatchMode mode, int rows) {
    for (const int b : {1, 2, 4, 8}) table.Seed(b, milliseconds(6) + microseconds(500) * b);
    rule.mode = mode;
    rule.max_batch = 8;
    queue.rows = rows;
    queue.head_rows = 1;
    queue.oldest = queue.newest = kNow;
    queue.rule = &rule;
    queue.latency = &table;
  }
  Collected At(TimePoint now, Surroundings around = {}) const { return Collect(now, queue, around); }
};

TEST(Collect, SyncSendsOneRequestACall) { EXPECT_EQ(Fixture(BatchMode::kSync, 5).At(kNow).rows, 1); }

TEST(Collect, GreedySendsWhatWaitsUpToTheLimit) {
  EXPECT_EQ(Fixture(BatchMode::kGreedy, 5).At(kNow).rows, 5);
  EXPECT_EQ(Fixture(BatchMode::kGreedy, 50).At(kNow).rows, 8);
}

TEST(Collect, FixedWaitsForAFullBatchWithoutEnd) {
  const Fixture f(BatchMode::kFixed, 7);
  EXPECT_EQ(f.At(kNow + std::chrono::hours(1)).rows, 0);
  EXPECT_EQ(f.At(kNow).hold_until, TimePoint::max());
  EXPECT_EQ(Fixture(BatchMode::kFixed, 8).At(kNow).rows, 8);
}

TEST(Collect, FixedLetsGoWhenADeadlineWouldBeMissed) {
  Fixture f(BatchMode::kFixed, 2);
  f.queue.earliest_deadline = kNow + milliseconds(20);
  EXPECT_EQ(f.At(kNow).hold_until, kNow + milliseconds(20) - milliseconds(7) - f.rule.margin);
  EXPECT_EQ(f.At(kNow + milliseconds(12)).rows, 2);
}

TEST(Collect, WindowEndsAtNRowsOrAfterTFromTheOldestArrival) {
  Fixture f(BatchMode::kWindow, 3);
  f.rule.window = milliseconds(100);
  f.queue.newest = kNow + milliseconds(5);
  EXPECT_EQ(f.At(kNow + milliseconds(99)).rows, 0);
  EXPECT_EQ(f.At(kNow + milliseconds(99)).hold_until, kNow + milliseconds(100));
  EXPECT_EQ(f.At(kNow + milliseconds(100)).rows, 3);
  EXPECT_EQ(Fixture(BatchMode::kWindow, 8).At(kNow).rows, 8);
}

TEST(Collect, WindowDefaultsToHalfTheTimeOfOneCall) {
  EXPECT_EQ(Fixture(BatchMode::kWindow, 1).At(kNow).hold_until, kNow + microseconds(3250));
}

TEST(Collect, GapSendsALoneRequestAtOnce) {
  Fixture f(BatchMode::kGap, 1);
  f.queue.gap = milliseconds(50);
  EXPECT_EQ(f.At(kNow, {true, 0.1}).rows, 1);
}

TEST(Collect, GapHoldsOnlyWhileTheFreedTimeIsWantedAndTheNextOneIsNear) {
  Fixture f(BatchMode::kGap, 1);
  f.queue.gap = milliseconds(1);
  EXPECT_EQ(f.At(kNow, {false, 0.9}).rows, 1);
  EXPECT_EQ(f.At(kNow, {true, 0.9}).rows, 0);
  EXPECT_EQ(f.At(kNow, {true, 0.9}).hold_until, kNow + milliseconds(2));
  EXPECT_EQ(f.At(kNow + milliseconds(2), {true, 0.9}).rows, 1);
}

TEST(Collect, GapStopsAtTheBatchThatPays) {
  Fixture f(BatchMode::kGap, 8);
  f.table = LatencyTable();
  for (const int b : {1, 2, 4, 8}) f.table.Seed(b, milliseconds(16) * b);
  EXPECT_EQ(f.At(kNow).rows, 1);
}

TEST(Collect, GapShrinksTheBatchToMeetTheEarliestDeadline) {
  Fixture f(BatchMode::kGap, 8);
  f.queue.earliest_deadline = kNow + milliseconds(10);  // 10 - 2 margin: 8 ms hold 4 rows of 6 + 0.5 b
  EXPECT_EQ(f.At(kNow).rows, 4);
}

TEST(Collect, ALateItemIsSentAloneRatherThanNever) {
  Fixture f(BatchMode::kGap, 8);
  f.queue.earliest_deadline = kNow + milliseconds(1);
  EXPECT_EQ(f.At(kNow).rows, 1);
}

TEST(Collect, GapGivesUpWhatAFullCallCannotAnswerInTimeWhenMoreWaits) {
  Fixture f(BatchMode::kGap, 9);
  f.queue.earliest_deadline = kNow + milliseconds(11);
  const Collected collected = f.At(kNow);
  EXPECT_EQ(collected.rows, 0);
  EXPECT_EQ(collected.shed_before, kNow + milliseconds(10) + f.rule.margin);
  EXPECT_EQ(collected.shed_down_to, 8);
  f.queue.earliest_deadline = kNow + milliseconds(12);
  EXPECT_EQ(f.At(kNow).rows, 8);
}

TEST(Collect, NothingIsGivenUpOnAnExtrapolation) {
  Fixture f(BatchMode::kGap, 9);
  f.table = LatencyTable();
  f.table.Observe(1, milliseconds(500));  // the first run of a shape that was never warmed
  f.queue.earliest_deadline = kNow + milliseconds(100);
  EXPECT_GT(f.At(kNow).rows, 0);
}

TEST(Collect, AnItemThatMustRunAloneWaitsForNobody) {
  for (const BatchMode mode :
       {BatchMode::kSync, BatchMode::kGreedy, BatchMode::kFixed, BatchMode::kWindow, BatchMode::kGap}) {
    Fixture f(mode, 5);
    f.queue.head_alone = true;
    f.queue.gap = milliseconds(1);
    EXPECT_EQ(f.At(kNow, {true, 0.9}).rows, 1) << Name(mode);
  }
}

TEST(Collect, AnItemOfSeveralRowsIsNeverCut) {
  Fixture f(BatchMode::kGap, 6);
  f.queue.head_rows = 3;
  f.table = LatencyTable();
  for (const int b : {1, 2, 4, 8}) f.table.Seed(b, milliseconds(16) * b);
  EXPECT_EQ(f.At(kNow).rows, 3);
}

/// Two rows that came at once, of a stream that brings another each millisecond; the controller's wait is 8 ms.
Fixture OfArticle() {
  Fixture f(BatchMode::kArticle, 2);
  f.queue.wait = milliseconds(8);
  f.queue.gap = milliseconds(1);
  return f;
}

TEST(Collect, ArticleHoldsForTheWaitSinceTheOldestCameWhileMoreAreExpected) {
  const Fixture f = OfArticle();
  EXPECT_EQ(f.At(kNow).hold_until, kNow + milliseconds(7)) << "from then on nobody is expected within the wait";
  EXPECT_EQ(f.At(kNow + milliseconds(6)).rows, 0);
  EXPECT_EQ(f.At(kNow + milliseconds(7)).rows, 2);
}

TEST(Collect, ArticleSendsAFullBatchAtOnce) {
  Fixture f = OfArticle();
  f.queue.rows = 8;
  EXPECT_EQ(f.At(kNow).rows, 8);
}

TEST(Collect, ArticleSendsALoneRequestAtOnce) {
  Fixture f = OfArticle();
  f.queue.rows = 1;
  f.queue.gap = Nanos::max();
  EXPECT_EQ(f.At(kNow).rows, 1) << "the first of all";
  f.queue.gap = milliseconds(9);
  EXPECT_EQ(f.At(kNow).rows, 1) << "of a stream slower than the wait";
}

TEST(Collect, ArticleLetsGoWhenADeadlineWouldBeMissed) {
  Fixture f = OfArticle();
  f.queue.earliest_deadline = kNow + milliseconds(13);
  EXPECT_EQ(f.At(kNow).hold_until, kNow + milliseconds(13) - microseconds(7500) - f.rule.margin);
}

TEST(Collect, AutoDecidesAsTheModeThatTheTableSpeaksFor) {
  Fixture f(BatchMode::kAuto, 1);
  f.queue.calls = 4;
  f.queue.gap = f.queue.row_gap = milliseconds(1);
  const Surroundings idle{.freed_time_is_wanted = true, .busy = 0.9, .slots = 4, .free = 3};
  EXPECT_EQ(f.At(kNow, idle).rows, 1) << "greedy";
  f.rule.mode = BatchMode::kGap;
  EXPECT_EQ(f.At(kNow, idle).rows, 0) << "gap would hold";
}

TEST(Collect, GapStartsTheCallsOfSeveralSlotsApart) {
  Fixture f(BatchMode::kGap, 2);
  f.queue.calls = 2;
  f.queue.running = 1;
  f.queue.last_start = kNow - milliseconds(1);
  const Surroundings last_slot{.slots = 2, .free = 1};
  const TimePoint until = f.queue.last_start + microseconds(3500);  // half a call
  EXPECT_EQ(f.At(kNow, last_slot).hold_until, until);
  EXPECT_EQ(f.At(until, last_slot).rows, 2);
  f.queue.rows = 8;
  EXPECT_EQ(f.At(kNow, last_slot).rows, 8) << "a full one goes at once";
  f.queue.rows = 2;
  f.queue.running = 0;
  EXPECT_EQ(f.At(kNow, {.slots = 2, .free = 2}).rows, 2) << "and so does what leaves a slot free";
  f.queue.running = 1;
  f.queue.calls = 4;
  EXPECT_EQ(f.At(kNow, {.slots = 1, .free = 1}).rows, 2) << "with one slot there is nothing to keep apart";
}

TEST(Collect, GapSharesOutAmongTheSlotsWhatGainsNothingByJoining) {
  Fixture f(BatchMode::kGap, 3);
  f.table = {};
  for (const int b : {1, 2, 4, 8}) f.table.Seed(b, microseconds(800) + microseconds(6200) * b);
  f.queue.calls = 2;
  EXPECT_EQ(f.At(kNow, {.slots = 2, .free = 2}).rows, 1);
  f.queue.rows = 6;
  EXPECT_EQ(f.At(kNow, {.slots = 2, .free = 2}).rows, 2);
}

TEST(Collect, ABacklogMayRunInLargerBatchesThanPayAtLeisure) {
  Fixture f(BatchMode::kGap, 2);
  f.table = {};
  for (const int b : {1, 2, 4, 8})
    f.table.Seed(b, microseconds(800) + microseconds(6200) * b);  // 7.0, 6.6, 6.4, 6.3 a row
  f.queue.rows = 2;
  EXPECT_EQ(f.At(kNow).rows, 1);
  f.queue.rows = 4;
  EXPECT_EQ(f.At(kNow).rows, 2);
  f.queue.rows = 100;
  EXPECT_EQ(f.At(kNow).rows, 8);
}

}  // namespace
}  // namespace crossdock::schedule
