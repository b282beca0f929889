#include <future>
#include <thread>

#include <gtest/gtest.h>

#include "pipeline/dispatcher.h"
#include "pipeline/test_version.h"

/// What happens to items whose clients go, or whose deadlines pass, while they wait or run.
namespace crossdock::pipeline {
namespace {

using std::chrono::milliseconds;
using testing::Ask;
using testing::AskedItem;

class Cancelling : public ::testing::Test {
 protected:
  AskedItem Asked(TimePoint deadline = TimePoint::max()) { return Ask(version_.pin, {1}, clock_.Now(), deadline); }
  AskedItem AskedBy(const std::stop_source& client) {
    AskedItem asked = Asked();
    asked.item.cancel = client.get_token();
    return asked;
  }
  /// For a model that runs two at a time only, so that it is known who is in the call.
  AskedItem OneOfTwo(std::stop_token cancel = {}, TimePoint deadline = TimePoint::max()) {
    AskedItem asked = Ask(pairs_.pin, {1}, clock_.Now(), deadline);
    asked.item.cancel = std::move(cancel);
    return asked;
  }
  void RunTogether(AskedItem& a, AskedItem& b) {
    dispatcher_.Submit(std::move(a.item));
    dispatcher_.Submit(std::move(b.item));
    while (pairs_.session->running() == 0) std::this_thread::yield();
  }
  static bool Answered(AskedItem& asked) { return asked.answer.wait_for(Nanos{0}) == std::future_status::ready; }
  /// Turns the clock until there is an answer: what has to begin to wait for the clock may do so late.
  Result<WorkResult> AnswerOf(AskedItem& asked, Nanos step) {
    while (!Answered(asked)) clock_.Advance(step);
    return asked.answer.get();
  }
  static testing::FakeVersion Version(Clock& clock, const char* mode, int max_batch) {
    schedule::BatchingConfig batching;
    batching.mode = mode;
    batching.max_batch = max_batch;
    return testing::MakeVersion(engine::fake::IdentityModel(1, milliseconds(100), Nanos{0}), clock, batching, max_batch,
                                mode);
  }

  VirtualClock clock_;
  testing::FakeVersion version_ = Version(clock_, "greedy", 8);
  testing::FakeVersion pairs_ = Version(clock_, "fixed", 2);
  Dispatcher dispatcher_{{1, 0, {}}, clock_, schedule::MakeEarliestDeadlinePolicy()};
};

TEST_F(Cancelling, AClientThatGoesWhileItWaitsIsAnsweredAlthoughTheEngineIsBusy) {
  AskedItem running = Asked();
  std::stop_source client;
  AskedItem waiting = AskedBy(client);
  dispatcher_.Submit(std::move(running.item));
  dispatcher_.Submit(std::move(waiting.item));
  EXPECT_EQ(dispatcher_.load().queued_rows, 1);
  client.request_stop();
  EXPECT_EQ(waiting.answer.get().error().code, ErrorCode::kCancelled);
  EXPECT_EQ(dispatcher_.load().queued_rows, 0);
  EXPECT_FALSE(Answered(running));
  EXPECT_TRUE(AnswerOf(running, milliseconds(100)));
}

TEST_F(Cancelling, TwoHundredClientsThatGoLeaveNothingBehind) {
  AskedItem running = Asked();
  dispatcher_.Submit(std::move(running.item));
  std::vector<std::stop_source> clients(200);
  std::vector<AskedItem> waiting;
  for (const auto& client : clients) waiting.push_back(AskedBy(client));
  for (auto& asked : waiting) dispatcher_.Submit(std::move(asked.item));
  for (auto& client : clients) client.request_stop();
  for (auto& asked : waiting) EXPECT_EQ(asked.answer.get().error().code, ErrorCode::kCancelled);
  EXPECT_EQ(dispatcher_.load().queued_rows, 0);
  ASSERT_TRUE(AnswerOf(running, milliseconds(100)));
  EXPECT_EQ(version_.session->calls().size(), 1u);
}

TEST_F(Cancelling, AClientThatHadGoneBeforeItWasQueuedIsNotForgottenThere) {
  AskedItem running = Asked();
  dispatcher_.Submit(std::move(running.item));
  std::stop_source client;
  client.request_stop();
  AskedItem gone = AskedBy(client);
  dispatcher_.Submit(std::move(gone.item));
  EXPECT_EQ(gone.answer.get().error().code, ErrorCode::kCancelled);
  EXPECT_TRUE(AnswerOf(running, milliseconds(100)));
}

TEST_F(Cancelling, ACallIsStoppedWhenTheLastOfItsClientsHasGone) {
  std::stop_source first, second;
  AskedItem a = OneOfTwo(first.get_token()), b = OneOfTwo(second.get_token());
  RunTogether(a, b);
  first.request_stop();
  EXPECT_EQ(pairs_.session->running(), 1);
  second.request_stop();
  EXPECT_EQ(a.answer.get().error().code, ErrorCode::kCancelled);
  EXPECT_EQ(b.answer.get().error().code, ErrorCode::kCancelled);
  EXPECT_EQ(pairs_.session->running(), 0);
  EXPECT_EQ(pairs_.session->calls().size(), 1u) << "nobody is run again";
}

TEST_F(Cancelling, AClientThatGoesDoesNotCostItsNeighbourTheAnswer) {
  std::stop_source client;
  AskedItem goes = OneOfTwo(client.get_token()), stays = OneOfTwo();
  RunTogether(goes, stays);
  client.request_stop();
  EXPECT_TRUE(AnswerOf(stays, milliseconds(100)));
  EXPECT_EQ(pairs_.session->calls().size(), 1u);
}

// The symptom: a model of five seconds under a limit of one second answered after five, without a word.
TEST_F(Cancelling, NobodyWaitsBeyondItsDeadlineForASlowModel) {
  AskedItem late = Asked(clock_.Now() + milliseconds(20));
  dispatcher_.Submit(std::move(late.item));
  clock_.Advance(milliseconds(19));
  EXPECT_FALSE(Answered(late));
  clock_.Advance(milliseconds(1));
  const auto answer = late.answer.get();
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::kDeadlineExceeded);
  AskedItem next = Asked();
  dispatcher_.Submit(std::move(next.item));
  EXPECT_TRUE(AnswerOf(next, milliseconds(100))) << "the slot is free again";
}

TEST_F(Cancelling, ADeadlineInARunningCallEndsOnlyItsOwnWait) {
  AskedItem patient = OneOfTwo(), late = OneOfTwo({}, clock_.Now() + milliseconds(50));
  RunTogether(patient, late);
  clock_.Advance(milliseconds(50));
  EXPECT_EQ(late.answer.get().error().code, ErrorCode::kDeadlineExceeded);
  EXPECT_TRUE(AnswerOf(patient, milliseconds(100)));
  EXPECT_EQ(pairs_.session->calls().size(), 1u);
}

// The symptom: an exception while answers were made up ended the loop, and the server was silent from then on.
TEST(Dispatcher, AModelThatAnswersAWrongNumberOfRowsFailsItsRequestsAndTheNextAreServed) {
  RealClock clock;
  schedule::BatchingConfig batching;
  batching.mode = "fixed";
  batching.max_batch = 2;
  auto detector = engine::fake::IdentityModel(1, Nanos{0}, Nanos{0});
  detector.flaw = engine::fake::Flaw::kFixedOutput;
  const auto wrong = testing::MakeVersion(std::move(detector), clock, batching, 2, "wrong");
  const auto right = testing::MakeVersion(engine::fake::IdentityModel(1, Nanos{0}, Nanos{0}), clock, batching, 2);
  Dispatcher dispatcher({1, 0, {}}, clock, schedule::MakeEarliestDeadlinePolicy());
  for (int round = 0; round < 3; ++round) {
    for (const auto* version : {&wrong, &right}) {
      AskedItem a = Ask(version->pin, {1}, clock.Now()), b = Ask(version->pin, {2}, clock.Now());
      dispatcher.Submit(std::move(a.item));
      dispatcher.Submit(std::move(b.item));
      for (AskedItem* asked : {&a, &b}) EXPECT_EQ(asked->answer.get().has_value(), version == &right);
    }
  }
}

TEST(Dispatcher, RowsThatOnlyFillACallUpAnswerNobodyAndAreReported) {
  RealClock clock;
  schedule::BatchingConfig batching;
  batching.mode = "greedy";
  batching.max_batch = 8;
  batching.sizes = {4, 8};
  auto model = engine::fake::IdentityModel(1, Nanos{0}, Nanos{0});
  const auto version = testing::MakeVersion(std::move(model), clock, batching, 8);
  Guarded<std::vector<BatchReport>> reports;
  Dispatcher dispatcher({1, 0, [&](const BatchReport& r) { reports.Lock()->push_back(r); }}, clock,
                        schedule::MakeEarliestDeadlinePolicy());
  AskedItem asked = Ask(version.pin, {5, 6, 7}, clock.Now());
  dispatcher.Submit(std::move(asked.item));
  const auto answer = asked.answer.get();
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(testing::Values(answer->outputs[0]), (std::vector<float>{5, 6, 7}));
  dispatcher.Stop();
  EXPECT_EQ(version.session->calls().at(0).rows, 4);
  EXPECT_EQ(reports.Lock()->at(0).rows, 3);
  EXPECT_EQ(reports.Lock()->at(0).padding, 1);
}

}  // namespace
}  // namespace crossdock::pipeline
