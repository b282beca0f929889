#include "model/idle_preload.h"

#include <atomic>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace crossdock::model {
namespace {

using std::chrono::seconds;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// A server under a virtual clock: the last call, and the loads that were asked for.
class Preloading : public ::testing::Test {
 protected:
  std::unique_ptr<IdlePreload> Start(std::vector<std::string> models) {
    IdlePreload::Parts parts{clock_, {}, {}, {}};
    parts.last_activity = [this] {
      asked_ += 1;
      asked_.notify_all();
      return TimePoint(Nanos(last_));
    };
    parts.wait_settled = [](const std::stop_token&) {};
    parts.load = [this](const std::string& model, UniqueFunction<void(Status)> done) {
      auto state = state_.Lock();
      state->asked.push_back(model);
      state->dones.push_back(std::move(done));
      changed_.notify_all();
    };
    return std::make_unique<IdlePreload>(std::move(models), seconds(2), std::move(parts));
  }
  void SomethingHappens() { last_ = clock_.Now().time_since_epoch().count(); }
  /// Blocks until so many loads were asked for.
  std::vector<std::string> Asked(size_t count) {
    auto state = state_.Lock();
    while (state->asked.size() < count) state.Wait(real_, changed_, TimePoint::max(), {});
    return state->asked;
  }
  std::vector<std::string> AskedNow() { return state_.Lock()->asked; }
  void End(size_t load) { std::exchange(state_.Lock()->dones.at(load), nullptr)(Status()); }
  /// Blocks until the moment of the last activity was asked for again, after `before` times.
  void WaitAsked(int before) {
    while (asked_ <= before) asked_.wait(before);
  }

  struct State {
    std::vector<std::string> asked;
    std::vector<UniqueFunction<void(Status)>> dones;
  };
  VirtualClock clock_;
  RealClock real_;
  std::atomic<TimePoint::rep> last_{0};
  std::atomic<int> asked_{0};
  Guarded<State> state_;
  std::condition_variable_any changed_;
};

TEST_F(Preloading, NothingIsLoadedWhileCallsKeepComing) {
  SomethingHappens();
  const auto preload = Start({"night"});
  WaitAsked(0);
  for (int i = 0; i < 6; ++i) {
    clock_.Advance(seconds(1));
    SomethingHappens();
  }
  EXPECT_THAT(AskedNow(), IsEmpty());
  clock_.Advance(seconds(1));
  clock_.Advance(seconds(1));
  EXPECT_THAT(Asked(1), ElementsAre("night"));
}

TEST_F(Preloading, OneAfterTheOtherEachInAQuietMoment) {
  const auto preload = Start({"a", "b"});
  EXPECT_THAT(Asked(1), ElementsAre("a"));
  SomethingHappens();
  const int before = asked_;
  End(0);
  WaitAsked(before);
  EXPECT_THAT(AskedNow(), ElementsAre("a"));
  clock_.Advance(seconds(2));
  EXPECT_THAT(Asked(2), ElementsAre("a", "b"));
}

TEST_F(Preloading, ALoadThatWasDroppedDoesNotHoldUpTheNext) {
  const auto preload = Start({"a", "b"});
  (void)Asked(1);
  {
    const auto dropped = std::exchange(state_.Lock()->dones.at(0), nullptr);
  }
  EXPECT_THAT(Asked(2), ElementsAre("a", "b"));
}

TEST_F(Preloading, StopsWhileItWaitsForALoadThatNeverEnds) {
  auto preload = Start({"a", "b"});
  (void)Asked(1);
  preload.reset();
  EXPECT_THAT(AskedNow(), ElementsAre("a"));
}

}  // namespace
}  // namespace crossdock::model
