#include "pipeline/dispatcher.h"

#include <atomic>
#include <functional>
#include <future>
#include <thread>

#include <gtest/gtest.h>

#include "pipeline/test_session.h"
#include "pipeline/test_version.h"

namespace crossdock::pipeline {
namespace {

using std::chrono::milliseconds;
using testing::Ask;
using testing::AskedItem;
using testing::FakeVersion;
using testing::MakeVersion;
using testing::Values;

schedule::BatchingConfig Greedy(int max_batch) {
  schedule::BatchingConfig batching;
  batching.mode = "greedy";
  batching.max_batch = max_batch;
  return batching;
}

engine::fake::FakeModel Doubling(Nanos base, int slots) {
  auto fake = engine::fake::IdentityModel(1, base, Nanos{0});
  fake.compute = engine::fake::Compute::kScale;
  fake.factor = 2;
  fake.slots = slots;
  return fake;
}

TEST(Dispatcher, EveryItemGetsItsOwnRows) {
  RealClock clock;
  const FakeVersion version = MakeVersion(Doubling(std::chrono::microseconds(200), 2), clock, Greedy(8), 8);
  Dispatcher dispatcher({2, 0, {}}, clock, schedule::MakeEarliestDeadlinePolicy());
  std::vector<AskedItem> asked;
  asked.reserve(200);
  for (int i = 0; i < 200; ++i)
    asked.push_back(Ask(version.pin, {static_cast<float>(i), static_cast<float>(-i)}, clock.Now()));
  for (auto& a : asked) dispatcher.Submit(std::move(a.item));
  for (int i = 0; i < 200; ++i) {
    const auto result = asked[static_cast<size_t>(i)].answer.get();
    ASSERT_TRUE(result) << result.error().message;
    EXPECT_EQ(Values(result->outputs[0]),
              (std::vector<float>{2.0f * static_cast<float>(i), -2.0f * static_cast<float>(i)}));
  }
  EXPECT_LE(version.session->most_running(), 2);
}

TEST(Dispatcher, OneBadItemFailsAloneAndItsNeighboursAreAnswered) {
  RealClock clock;
  auto fake = Doubling(milliseconds(1), 1);
  fake.failures = {{13, engine::fake::FailKind::kThrow}};
  const FakeVersion version = MakeVersion(std::move(fake), clock, Greedy(8), 8);
  Dispatcher dispatcher({1, 0, {}}, clock, schedule::MakeEarliestDeadlinePolicy());
  std::vector<AskedItem> asked;
  for (int i = 10; i < 18; ++i) asked.push_back(Ask(version.pin, {static_cast<float>(i)}, clock.Now()));
  for (auto& a : asked) dispatcher.Submit(std::move(a.item));
  for (int i = 10; i < 18; ++i) {
    const auto result = asked[static_cast<size_t>(i - 10)].answer.get();
    ASSERT_EQ(result.has_value(), i != 13) << i;
    if (!result) continue;
    EXPECT_EQ(Values(result->outputs[0])[0], 2.0f * static_cast<float>(i));
  }
}

TEST(Dispatcher, ADeadlineEndsTheWaitExactlyOnTheClock) {
  VirtualClock clock;
  const FakeVersion version = MakeVersion(Doubling(milliseconds(100), 1), clock, Greedy(1), 1);
  Dispatcher dispatcher({1, 0, {}}, clock, schedule::MakeEarliestDeadlinePolicy());
  auto running = Ask(version.pin, {1}, clock.Now());
  auto waiting = Ask(version.pin, {2}, clock.Now(), clock.Now() + milliseconds(10));
  dispatcher.Submit(std::move(running.item));
  dispatcher.Submit(std::move(waiting.item));
  clock.Advance(milliseconds(9));
  EXPECT_EQ(waiting.answer.wait_for(Nanos{0}), std::future_status::timeout);
  clock.Advance(milliseconds(1));
  const auto result = waiting.answer.get();
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::kDeadlineExceeded);
  clock.Advance(milliseconds(100));
  // The call may begin to wait only after the clock was turned; turning it on until it has ended needs no sleep.
  while (running.answer.wait_for(Nanos{0}) == std::future_status::timeout) clock.Advance(milliseconds(100));
  EXPECT_TRUE(running.answer.get());
}

TEST(Dispatcher, NothingAcceptedIsLostWhenItStops) {
  RealClock clock;
  const FakeVersion version = MakeVersion(Doubling(milliseconds(2), 1), clock, Greedy(1), 1);
  std::vector<AskedItem> asked;
  {
    Dispatcher dispatcher({1, 0, {}}, clock, schedule::MakeEarliestDeadlinePolicy());
    for (int i = 0; i < 50; ++i) asked.push_back(Ask(version.pin, {1}, clock.Now()));
    for (auto& a : asked) dispatcher.Submit(std::move(a.item));
  }
  for (auto& a : asked) {
    const auto result = a.answer.get();
    EXPECT_TRUE(result || result.error().code == ErrorCode::kUnavailable);
  }
}

TEST(Dispatcher, ReportsEachCallForMetrics) {
  RealClock clock;
  const FakeVersion version = MakeVersion(Doubling(milliseconds(1), 1), clock, Greedy(4), 4);
  Guarded<std::vector<BatchReport>> reports;
  auto asked = Ask(version.pin, {1, 2, 3}, clock.Now());
  {
    Dispatcher dispatcher({1, 0, [&](const BatchReport& r) { reports.Lock()->push_back(r); }}, clock,
                          schedule::MakeEarliestDeadlinePolicy());
    dispatcher.Submit(std::move(asked.item));
    ASSERT_TRUE(asked.answer.get());
  }
  auto seen = reports.Lock();
  ASSERT_EQ((*seen).size(), 1u);
  EXPECT_EQ((*seen)[0].rows, 3);
  EXPECT_GE((*seen)[0].engine, milliseconds(1));
}

TEST(Dispatcher, AShorterDeadlineBehindALongerOneIsKept) {
  VirtualClock clock;
  const FakeVersion version = MakeVersion(Doubling(milliseconds(1000), 1), clock, Greedy(1), 1);
  Dispatcher dispatcher({1, 0, {}}, clock, schedule::MakeEarliestDeadlinePolicy());
  auto running = Ask(version.pin, {1}, clock.Now());
  dispatcher.Submit(std::move(running.item));
  std::vector<AskedItem> waiting;
  for (const int ms : {60'000, 20, 30, 10})
    waiting.push_back(Ask(version.pin, {2}, clock.Now(), clock.Now() + milliseconds(ms)));
  for (auto& w : waiting) dispatcher.Submit(std::move(w.item));
  for (const size_t next : {3U, 1U, 2U}) {
    clock.Advance(milliseconds(10));
    EXPECT_EQ(waiting[next].answer.get().error().code, ErrorCode::kDeadlineExceeded);
  }
  // However far time is turned meanwhile: it is answered.
  while (waiting[0].answer.wait_for(Nanos{0}) == std::future_status::timeout) clock.Advance(milliseconds(100));
  // A slot's thread that was slow may have begun its call only now, and nobody else turns the clock for it.
  const std::jthread turning([&](const std::stop_token& stop) {
    while (!stop.stop_requested()) clock.Advance(milliseconds(100));
  });
  dispatcher.Stop();
}

TEST(Dispatcher, ACallThatTookNoTimeIsNotReportedAsFailed) {
  VirtualClock clock;
  const FakeVersion version = MakeVersion(Doubling(Nanos{0}, 1), clock, Greedy(1), 1);
  Guarded<std::vector<BatchReport>> reports;
  Dispatcher dispatcher({1, 0, [&](const BatchReport& r) { reports.Lock()->push_back(r); }}, clock,
                        schedule::MakeEarliestDeadlinePolicy());
  auto asked = Ask(version.pin, {1}, clock.Now());
  dispatcher.Submit(std::move(asked.item));
  ASSERT_TRUE(asked.answer.get());
  dispatcher.Stop();
  EXPECT_FALSE(reports.Lock()->at(0).failed);
}

TEST(Dispatcher, AClientThatGoesAwayStopsItsCallAndIsNoFailureOfTheModel) {
  RealClock clock;
  const FakeVersion version = MakeVersion(Doubling(std::chrono::hours(1), 1), clock, Greedy(1), 1);
  Guarded<std::vector<BatchReport>> reports;
  Dispatcher dispatcher({1, 0, [&](const BatchReport& r) { reports.Lock()->push_back(r); }}, clock,
                        schedule::MakeEarliestDeadlinePolicy());
  std::stop_source gone;
  auto asked = Ask(version.pin, {1}, clock.Now());
  asked.item.cancel = gone.get_token();
  dispatcher.Submit(std::move(asked.item));
  gone.request_stop();
  EXPECT_EQ(asked.answer.get().error().code, ErrorCode::kCancelled);
  dispatcher.Stop();
  for (const BatchReport& report : *reports.Lock()) EXPECT_FALSE(report.failed);
}

TEST(Dispatcher, StopWaitsForACallThatARuntimeEndsOnItsOwnThread) {
  RealClock clock;
  auto owned = std::make_unique<testing::CallbackSession>(1, 2);
  testing::CallbackSession& session = *owned;
  const model::Pin pin = testing::PinOf(std::move(owned), Greedy(1), 1);
  auto dispatcher =
      std::make_unique<Dispatcher>(Dispatcher::Options{1, 0, {}}, clock, schedule::MakeEarliestDeadlinePolicy());
  std::atomic<bool> gone = false;
  std::atomic<bool> answered_before = false;
  std::promise<void> stopping;
  auto asked = Ask(pin, {1}, clock.Now());
  asked.item.done =
      Completion<WorkResult>([&](const Result<WorkResult>& r) { answered_before = r.has_value() && !gone; });
  auto held = session.Hold();
  dispatcher->Submit(std::move(asked.item));
  while (session.started() == 0) std::this_thread::yield();
  std::jthread stopper([&] {
    stopping.set_value();
    dispatcher.reset();
    gone = true;
  });
  stopping.get_future().wait();
  held.Unlock();
  stopper.join();
  EXPECT_TRUE(answered_before);
}

TEST(Dispatcher, ACompletionMaySubmitAgainEvenWhileItStops) {
  RealClock clock;
  const FakeVersion version = MakeVersion(Doubling(Nanos{0}, 1), clock, Greedy(1), 1);
  Dispatcher dispatcher({1, 0, {}}, clock, schedule::MakeEarliestDeadlinePolicy());
  std::atomic<int> rounds = 0;
  std::promise<ErrorCode> ended;
  std::function<void()> again = [&] {
    auto asked = Ask(version.pin, {1}, clock.Now());
    asked.item.done = Completion<WorkResult>([&](const Result<WorkResult>& r) {
      if (!r) return ended.set_value(r.error().code);
      ++rounds;
      again();
    });
    dispatcher.Submit(std::move(asked.item));
  };
  again();
  while (rounds < 100) std::this_thread::yield();
  dispatcher.Stop();
  EXPECT_EQ(ended.get_future().get(), ErrorCode::kUnavailable);
}

}  // namespace
}  // namespace crossdock::pipeline
