#include "load/summary.h"

#include <gtest/gtest.h>

namespace crossdock::load {
namespace {

using std::chrono::milliseconds;

const std::vector<StreamTraits> kOne{{"det", true, milliseconds(1)}};

Record Answer(int at_ms, int took_ms, int status = 200) {
  Record record;
  record.intended = record.ready = record.sent = milliseconds(at_ms);
  record.done = milliseconds(at_ms + took_ms);
  record.status = status;
  return record;
}

TEST(Summary, CountsByOutcomeAndTakesLatenciesOfSuccessAlone) {
  Record lost = Answer(300, 5'000, 0);
  lost.failure = Failure::kTimeout;
  const std::vector<Record> records{Answer(0, 10), Answer(100, 30), Answer(200, 1, 503), lost, Answer(400, 1, 400)};
  const Summary summary = Summarize(records, kOne, {.seconds = 1, .slo_ms = 20});
  const StreamSummary& det = summary.streams[0];
  EXPECT_EQ(det.sent, 5);
  EXPECT_EQ(det.ok, 2);
  EXPECT_EQ(det.refused, 1);
  EXPECT_EQ(det.failed, 2);
  EXPECT_EQ(det.outcomes, (std::map<std::string, int64_t>{{"200", 2}, {"400", 1}, {"503", 1}, {"timeout", 1}}));
  EXPECT_DOUBLE_EQ(det.latency_ms.Quantile(1), 30);
  EXPECT_DOUBLE_EQ(det.good_per_s, 1);
  EXPECT_TRUE(summary.valid());
}

TEST(Summary, DoesNotCreditAServerWithAnswersAfterTheMeasuredTime) {
  const std::vector<Record> records{Answer(0, 10), Answer(900, 500)};
  const Summary summary = Summarize(records, kOne, {.seconds = 1});
  EXPECT_DOUBLE_EQ(summary.total.offered_per_s, 2);
  EXPECT_DOUBLE_EQ(summary.total.answered_per_s, 1);
  EXPECT_EQ(summary.total.ok, 2);
}

TEST(Summary, LeavesTheWarmUpOut) {
  const std::vector<Record> records{Answer(500, 400), Answer(1500, 10)};
  const Summary summary = Summarize(records, kOne, {.warm_up_seconds = 1, .seconds = 1});
  EXPECT_EQ(summary.total.sent, 1);
  EXPECT_DOUBLE_EQ(summary.total.latency_ms.Quantile(1), 10);
}

TEST(Summary, InvalidatesARunWhoseGeneratorWasLate) {
  std::vector<Record> records;
  for (int i = 0; i < 200; ++i) records.push_back(Answer(i, 1));
  records[0].ready += milliseconds(3);
  records[1].ready += milliseconds(3);
  EXPECT_TRUE(Summarize(records, kOne, {.seconds = 1}).valid()) << "1 % may be late";
  records[2].ready += milliseconds(3);
  const Summary late = Summarize(records, kOne, {.seconds = 1});
  ASSERT_EQ(late.problems.size(), 1u);
  EXPECT_NE(late.problems[0].find("late for 3 of 200"), std::string::npos) << late.problems[0];
}

TEST(Summary, DoesNotBlameTheGeneratorForWaitingForAConnection) {
  Record waited = Answer(0, 100);
  waited.sent = milliseconds(80);
  const Summary summary = Summarize(std::vector<Record>{waited}, kOne, {.seconds = 1});
  EXPECT_TRUE(summary.valid());
  EXPECT_DOUBLE_EQ(summary.total.wait_ms.Quantile(1), 80);
  EXPECT_DOUBLE_EQ(summary.total.latency_ms.Quantile(1), 100);
}

TEST(Summary, InvalidatesARunThatWasStoppedOrFoundNobody) {
  EXPECT_FALSE(Summarize({}, kOne, {.seconds = 1}).valid());
  EXPECT_FALSE(Summarize(std::vector<Record>{Answer(0, 1, 404)}, kOne, {.seconds = 1}).valid());
  EXPECT_FALSE(Summarize(std::vector<Record>{Answer(0, 1)}, kOne, {.seconds = 1, .stopped = true}).valid());
}

}  // namespace
}  // namespace crossdock::load
