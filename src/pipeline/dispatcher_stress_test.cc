#include <atomic>
#include <functional>
#include <latch>
#include <random>
#include <thread>

#include <gtest/gtest.h>

#include "pipeline/dispatcher.h"
#include "pipeline/test_session.h"
#include "pipeline/test_version.h"

namespace crossdock::pipeline {
namespace {

using testing::CallbackSession;

constexpr int kSubmitters = 4;
constexpr int kEach = 400;
constexpr int kMaxBatch = 4;

schedule::BatchingConfig Batching(const std::string& mode) {
  schedule::BatchingConfig batching;
  batching.mode = mode;
  batching.max_batch = kMaxBatch;
  batching.window_us = 200;
  batching.max_queued = 200;
  return batching;
}

/// One item of the storm and what became of it.
struct Asked {
  std::vector<float> values;
  std::stop_source cancel;
  bool has_deadline = false;
  std::atomic<int> answers = 0;
  Result<WorkResult> answer = WorkResult{};

  bool poisoned() const { return values.front() == CallbackSession::kPoison; }
};

/// Many threads submit items of all kinds; a canceller takes some of them back.
class Storm {
 public:
  Storm(Dispatcher& dispatcher, Clock& clock, std::vector<model::Pin> pins)
      : dispatcher_(dispatcher), clock_(clock), pins_(std::move(pins)), asked_(kSubmitters * kEach) {}

  /// `midway` is called while about half of the items are still to come.
  void Blow(const std::function<void()>& midway) {
    std::vector<std::jthread> threads;
    for (int s = 0; s < kSubmitters; ++s) threads.emplace_back([this, s] { SubmitAll(s); });
    threads.emplace_back([this] {
      std::mt19937 random(99);
      while (submitted_ < static_cast<int>(asked_.size())) {
        const auto one = random() % asked_.size();
        if (one % 10 == 0) asked_[one].cancel.request_stop();
      }
    });
    while (submitted_ < static_cast<int>(asked_.size()) / 2) std::this_thread::yield();
    midway();
    threads.clear();
    answered_.wait();
  }

  void Check(bool stopped) const {
    int in_time = 0;
    for (const Asked& a : asked_) {
      ASSERT_EQ(a.answers, 1);
      if (a.answer) {
        ++in_time;
        ASSERT_FALSE(a.poisoned());
        std::vector<float> expected = a.values;
        for (float& v : expected) v *= 2;
        ASSERT_EQ(testing::Values(a.answer->outputs.at(0)), expected);
        continue;
      }
      switch (a.answer.error().code) {
        case ErrorCode::kInternal:
          ASSERT_TRUE(a.poisoned()) << "a neighbour's failure: " << a.answer.error().message;
          break;
        case ErrorCode::kDeadlineExceeded: ASSERT_TRUE(a.has_deadline); break;
        case ErrorCode::kCancelled: ASSERT_TRUE(a.cancel.stop_requested()); break;
        case ErrorCode::kUnavailable: ASSERT_TRUE(stopped); break;
        case ErrorCode::kResourceExhausted: break;
        default: FAIL() << a.answer.error().message;
      }
    }
    EXPECT_TRUE(stopped || in_time > 0);
  }

 private:
  void SubmitAll(int submitter) {
    std::mt19937 random(static_cast<unsigned>(submitter));
    for (int i = 0; i < kEach; ++i) {
      Asked& a = asked_[static_cast<size_t>(submitter * kEach + i)];
      a.values.assign(1 + random() % 3, static_cast<float>(submitter * kEach + i));
      if (random() % 20 == 0) a.values.front() = CallbackSession::kPoison;
      const TimePoint now = clock_.Now();
      const auto kind = random() % 4;
      a.has_deadline = kind < 2;
      const TimePoint deadline = kind == 0   ? now + std::chrono::microseconds(random() % 2000)
                                 : kind == 1 ? now + std::chrono::seconds(60)
                                             : TimePoint::max();
      WorkItem item;
      item.pin = pins_[random() % pins_.size()];
      item.rows = static_cast<int>(a.values.size());
      item.inputs.push_back(testing::Rows(a.values));
      item.tier = static_cast<Tier>(random() % kTiers);
      item.arrived = now;
      item.deadline = deadline;
      item.cancel = a.cancel.get_token();
      item.done = Completion<WorkResult>([this, &a](Result<WorkResult> result) {
        a.answer = std::move(result);
        ++a.answers;
        answered_.count_down();
      });
      dispatcher_.Submit(std::move(item));
      ++submitted_;
    }
  }

  Dispatcher& dispatcher_;
  Clock& clock_;
  std::vector<model::Pin> pins_;
  std::vector<Asked> asked_;
  std::atomic<int> submitted_ = 0;
  std::latch answered_{kSubmitters * kEach};
};

class DispatcherStorm : public ::testing::TestWithParam<const char*> {
 protected:
  DispatcherStorm() {
    auto inline_model = engine::fake::IdentityModel(1, std::chrono::microseconds(20), Nanos{0});
    inline_model.compute = engine::fake::Compute::kScale;
    inline_model.factor = 2;
    inline_model.slots = 2;
    inline_model.failures = {{CallbackSession::kPoison, engine::fake::FailKind::kThrow}};
    inline_version_ = testing::MakeVersion(std::move(inline_model), clock_, Batching(GetParam()), kMaxBatch, "inline");
    auto session = std::make_unique<CallbackSession>(1, 2);
    callback_session_ = session.get();
    callback_pin_ = testing::PinOf(std::move(session), Batching(GetParam()), kMaxBatch, "callback");
  }
  ~DispatcherStorm() override {
    EXPECT_EQ(callback_session_->misused(), 0);
    EXPECT_LE(inline_version_.session->most_running(), 2);
  }

  RealClock clock_;
  testing::FakeVersion inline_version_;
  CallbackSession* callback_session_ = nullptr;
  model::Pin callback_pin_;
};

TEST_P(DispatcherStorm, EveryItemIsAnsweredOnceWithItsOwnRows) {
  std::atomic<int> reported = 0;
  Dispatcher dispatcher({3, 0, [&](const BatchReport& r) { reported += r.rows; }}, clock_,
                        schedule::MakeEarliestDeadlinePolicy());
  Storm storm(dispatcher, clock_, {inline_version_.pin, callback_pin_});
  storm.Blow([&] { EXPECT_GE(dispatcher.load().running, 0); });
  dispatcher.Stop();  // the threads that answered have left the storm
  storm.Check(false);
  const auto load = dispatcher.load();
  EXPECT_EQ(load.queued_rows, 0);
  EXPECT_EQ(load.running, 0);
  EXPECT_GT(reported, 0);
}

TEST_P(DispatcherStorm, StoppedInTheMiddleItStillAnswersEveryItemOnce) {
  Dispatcher dispatcher({3, 0, {}}, clock_, schedule::MakeEarliestDeadlinePolicy());
  Storm storm(dispatcher, clock_, {inline_version_.pin, callback_pin_});
  storm.Blow([&] { dispatcher.Stop(); });
  storm.Check(true);
  EXPECT_EQ(dispatcher.load().running, 0);
  EXPECT_EQ(dispatcher.load().queued_rows, 0);
}

INSTANTIATE_TEST_SUITE_P(Modes, DispatcherStorm, ::testing::Values("greedy", "window", "gap", "article"),
                         [](const auto& mode) { return std::string(mode.param); });

}  // namespace
}  // namespace crossdock::pipeline
