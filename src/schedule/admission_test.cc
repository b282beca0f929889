#include "schedule/admission.h"

#include <vector>

#include <gtest/gtest.h>

namespace crossdock::schedule {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

const TimePoint kNow{std::chrono::hours(1)};

/// A newcomer of one row before a net whose calls take 10 ms, whatever their rows up to four.
struct Door {
  LatencyTable latency;
  BatchRule rule;
  std::vector<TimePoint> slots{TimePoint::min()};
  std::vector<TimePoint> session{TimePoint::min()};
  Line line;

  Door() {
    for (const int b : {1, 2, 4}) latency.Seed(b, milliseconds(10));
    rule.max_batch = 4;
  }
  Line Standing() {
    line.rule = &rule;
    line.latency = &latency;
    line.slots = slots;
    line.session = session;
    return line;
  }
  Nanos Finish() { return Predict(kNow, Standing())->finish - kNow; }
};

TEST(Admission, AnIdleServerNeedsOneCall) {
  Door door;
  EXPECT_EQ(door.Finish(), milliseconds(10));
  EXPECT_EQ(Predict(kNow, door.Standing())->idle, kNow + milliseconds(10));
}

TEST(Admission, WhatRunsAndWhatGoesFirstIsWaitedFor) {
  Door door;
  door.slots = {kNow + milliseconds(3)};
  EXPECT_EQ(door.Finish(), milliseconds(13));
  door.line.ahead = 8;  // two full calls
  EXPECT_EQ(door.Finish(), milliseconds(33));
  door.line.ahead = 6;  // the second has room for it
  EXPECT_EQ(door.Finish(), milliseconds(23));
  door.line.session_ahead = milliseconds(5);
  door.line.others_ahead = milliseconds(7);
  EXPECT_EQ(door.Finish(), milliseconds(35));
  EXPECT_EQ(Predict(kNow, door.Standing())->idle, kNow + milliseconds(10)) << "whatever waits";
}

TEST(Admission, ACallThatRunsLongerThanExpectedMayEndAtAnyMoment) {
  Door door;
  door.slots = {kNow - milliseconds(50)};
  EXPECT_EQ(door.Finish(), milliseconds(10));
}

TEST(Admission, SeveralSlotsShareTheWorkButAModelOnlyItsOwn) {
  Door door;
  door.slots = {kNow + milliseconds(4), TimePoint::min()};
  door.session = {TimePoint::min(), TimePoint::min()};
  door.line.others_ahead = milliseconds(10);
  EXPECT_EQ(door.Finish(), milliseconds(4 + 3 + 10)) << "4 ms on the free slot, then half of the rest";
  door.session = {kNow + milliseconds(40)};
  EXPECT_EQ(door.Finish(), milliseconds(50)) << "the model runs one call at a time";
}

TEST(Admission, ARequestOfManyRowsIsAskedForAsAWhole) {
  Door door;
  door.line.rows = 40;
  EXPECT_EQ(door.Finish(), milliseconds(100));
  EXPECT_EQ(Predict(kNow, door.Standing())->idle, kNow + milliseconds(100));
}

TEST(Admission, BehindOthersItsOwnCallCountsAtTheTail) {
  Door door;
  for (int i = 0; i < 64; ++i) door.latency.Observe(1, milliseconds(i % 10 == 0 ? 30 : 10));
  EXPECT_LT(door.Finish(), milliseconds(20)) << "it delays nobody by trying";
  door.slots = {kNow + milliseconds(1)};
  EXPECT_GT(door.Finish(), milliseconds(30));
}

// The symptom: the first requests after a start were refused, because nothing was known of the calls, or one slow first run.
TEST(Admission, NothingIsRefusedOnWhatIsNotKnown) {
  Door door;
  door.latency = {};
  door.line.ahead = 1000;
  EXPECT_FALSE(Predict(kNow, door.Standing()));
  door.latency.Observe(1, seconds(5));  // a first run
  EXPECT_FALSE(Predict(kNow, door.Standing()));
  EXPECT_EQ(EngineTime(door.rule, door.latency, 1000), Nanos{0});
}

TEST(Admission, ABatchThatWasNeverMeasuredCountsAsTheLargestThatWas) {
  Door door;
  door.latency = {};
  door.latency.Seed(1, milliseconds(10));
  door.line.ahead = 3;
  EXPECT_EQ(door.Finish(), milliseconds(10)) << "four rows, one call";
}

TEST(Admission, SyncSendsARowACall) {
  Door door;
  door.rule.mode = BatchMode::kSync;
  door.line.ahead = 3;
  EXPECT_EQ(door.Finish(), milliseconds(40));
}

TEST(Admission, ARefusalSaysWhetherItIsOfUseToComeBackAndWhen) {
  Door door;
  door.line.ahead = 40;
  const auto forecast = Predict(kNow, door.Standing());
  EXPECT_TRUE(Judge(kNow, *forecast, kNow + milliseconds(110)));
  const auto later = Judge(kNow, *forecast, kNow + milliseconds(109));
  EXPECT_EQ(later.error().code, ErrorCode::kResourceExhausted);
  EXPECT_EQ(later.error().reason, Reason::kTierOverload);
  EXPECT_EQ(later.error().retry_after, milliseconds(100));
  const auto never = Judge(kNow, *forecast, kNow + milliseconds(9));
  EXPECT_EQ(never.error().reason, Reason::kDeadlineUnmeetable);
  EXPECT_EQ(never.error().retry_after.count(), 0);
  EXPECT_EQ(never.error().field, "deadline");
}

}  // namespace
}  // namespace crossdock::schedule
