#include <algorithm>
#include <deque>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "pipeline/dispatch_core.h"
#include "pipeline/test_version.h"

namespace crossdock::pipeline {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

constexpr int kSlots = 3;
constexpr int kSessionSlots = 2;
constexpr int kMaxBatch = 4;

/// A random walk through everything that can happen to a core, under a clock turned by hand; every promise is checked at every step.
class Walk {
 public:
  Walk(const std::string& mode, unsigned seed) : random_(seed), mode_(mode) {
    schedule::BatchingConfig batching;
    batching.mode = mode;
    batching.max_batch = kMaxBatch;
    batching.window_us = 3000;
    batching.max_queued = 24;
    for (const char* name : {"a", "b"}) {
      auto fake = engine::fake::IdentityModel(1, milliseconds(2), Nanos{0});
      fake.slots = kSessionSlots;
      versions_.push_back(testing::MakeVersion(std::move(fake), clock_, batching, kMaxBatch, name));
    }
  }

  void Run(int steps) {
    for (int i = 0; i < steps && !::testing::Test::HasFatalFailure(); ++i) {
      switch (Pick(4)) {
        case 0:
        case 1: Arrive(); break;
        case 2: End(); break;
        case 3: now_ += microseconds(Pick(1500)); break;
      }
      Decide();
    }
    Drain();
  }

 private:
  int Pick(int below) { return static_cast<int>(random_() % static_cast<unsigned>(below)); }

  void Arrive() {
    WorkItem item;
    item.pin = versions_[static_cast<size_t>(Pick(2))].pin;
    item.rows = 1 + Pick(3);
    item.inputs.push_back(testing::Rows(std::vector<float>(static_cast<size_t>(item.rows), 1)));
    item.tier = static_cast<Tier>(Pick(kTiers));
    item.arrived = now_;
    if (Pick(3) > 0) item.deadline = now_ + microseconds(Pick(20'000));
    std::stop_source gone;
    if (Pick(8) == 0) gone.request_stop();
    item.cancel = gone.get_token();
    const int id = next_id_++;
    item.done = Completion<WorkResult>(
        [this, id](const Result<WorkResult>&) { ASSERT_EQ(open_.erase(id), 1u) << "answered twice"; });
    open_.insert(id);
    const int rows = item.rows;
    const Status added = core_.Add(now_, item);
    if (added) {
      queued_rows_ += rows;
    } else {
      ASSERT_EQ(added.error().reason, Reason::kQueueFull);
      item.done.Finish(added.error());
    }
  }

  void Decide() {
    DispatchCore::Step step = core_.Advance(now_);
    ASSERT_GT(step.wake_at, now_) << "it would ask again at once, for ever";
    for (auto& [item, error] : step.dropped) {
      queued_rows_ -= item.rows;
      const bool late = error.code == ErrorCode::kDeadlineExceeded && error.reason == Reason::kNone;
      ASSERT_TRUE(!late || item.deadline <= now_);
      ASSERT_TRUE(error.code != ErrorCode::kCancelled || item.cancel.stop_requested());
      ASSERT_TRUE(error.reason != Reason::kDeadlineUnmeetable || mode_ == "gap" || mode_ == "article" ||
                  mode_ == "auto");
      item.done.Finish(std::move(error));
    }
    for (Batch& batch : step.batches) {
      Check(batch);
      queued_rows_ -= batch.rows;
      running_.push_back(std::move(batch));
    }
    ASSERT_EQ(core_.queued_rows(), queued_rows_);
    ASSERT_EQ(core_.running(), static_cast<int>(running_.size()));
    if (mode_ == "greedy" || mode_ == "sync") CheckNothingWaitsBesideAFreeSlot();
  }

  void Check(const Batch& batch) {
    int rows = 0;
    int same_version = 1;
    for (const WorkItem& item : batch.items) {
      rows += item.rows;
      ASSERT_GT(item.deadline, now_);
      ASSERT_EQ(item.pin, batch.items.front().pin);
      ASSERT_TRUE(!item.alone || batch.items.size() == 1);
    }
    ASSERT_EQ(rows, batch.rows);
    ASSERT_LE(rows, kMaxBatch);
    ASSERT_TRUE(mode_ != "sync" || batch.items.size() == 1);
    for (const Batch& other : running_) {
      ASSERT_NE(other.slot, batch.slot);
      if (other.items.front().pin != batch.items.front().pin) continue;
      ++same_version;
      ASSERT_NE(other.session_slot, batch.session_slot);
    }
    ASSERT_LE(same_version, kSessionSlots);
  }

  void CheckNothingWaitsBesideAFreeSlot() {
    if (running_.size() == kSlots) return;
    for (const auto& [model, waiting] : core_.QueuedByModel()) {
      const auto calls = std::count_if(running_.begin(), running_.end(),
                                       [&](const Batch& b) { return b.items.front().pin->id().name == model; });
      ASSERT_TRUE(waiting == 0 || calls == kSessionSlots) << model;
    }
  }

  void End() {
    if (running_.empty()) return;
    std::swap(running_[static_cast<size_t>(Pick(static_cast<int>(running_.size())))], running_.back());
    Batch batch = std::move(running_.back());
    running_.pop_back();
    const bool fails = Pick(4) == 0;
    core_.Complete(now_, batch, fails ? Nanos{0} : milliseconds(1 + Pick(3)));
    if (fails && batch.items.size() > 1) {
      queued_rows_ += batch.rows;
      core_.Requeue(batch.queue, std::move(batch.items));
      return;
    }
    for (WorkItem& item : batch.items) item.done.Finish(WorkResult{});
  }

  void Drain() {
    while (!running_.empty() && !::testing::Test::HasFatalFailure()) {
      End();
      Decide();
    }
    for (WorkItem& item : core_.TakeAll()) item.done.Finish(WorkResult{});
    EXPECT_TRUE(open_.empty()) << open_.size() << " items were lost";
    EXPECT_EQ(core_.queued_rows(), 0);
  }

  std::mt19937 random_;
  std::string mode_;
  VirtualClock clock_;
  std::vector<testing::FakeVersion> versions_;
  std::set<int> open_;  // before the core, whose items answer into it
  DispatchCore core_{schedule::MakeEarliestDeadlinePolicy(), kSlots};
  std::vector<Batch> running_;
  TimePoint now_{std::chrono::hours(2)};
  int next_id_ = 0;
  int queued_rows_ = 0;
};

class EveryMode : public ::testing::TestWithParam<const char*> {};

TEST_P(EveryMode, KeepsEveryPromiseOnARandomWalk) {
  for (unsigned seed = 0; seed < 20 && !HasFatalFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Walk(GetParam(), seed).Run(1000);
  }
}

INSTANTIATE_TEST_SUITE_P(DispatchCore, EveryMode,
                         ::testing::Values("sync", "greedy", "fixed", "window", "gap", "article", "auto"),
                         [](const auto& mode) { return std::string(mode.param); });

}  // namespace
}  // namespace crossdock::pipeline
