#include "base/guarded.h"

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace crossdock {
namespace {

TEST(Guarded, CountsOfManyThreadsAddUp) {
  Guarded<int> count(0);
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&] {
        for (int i = 0; i < 5000; ++i) ++*count.Lock();
      });
    }
  }
  EXPECT_EQ(*count.Lock(), 20000);
}

TEST(Guarded, BuildsItsValueInPlace) {
  Guarded<std::unique_ptr<int>> value(std::make_unique<int>(5));
  EXPECT_EQ(**value.Lock(), 5);
}

TEST(Guarded, UnlockGivesTheDataToOthersBeforeTheEndOfTheScope) {
  Guarded<int> value(1);
  auto held = value.Lock();
  held.Unlock();
  EXPECT_EQ(*value.Lock(), 1);  // would wait for ever
}

TEST(Guarded, AWaiterSeesWhatWasWrittenBeforeItWasWoken) {
  RealClock clock;
  Guarded<int> value(0);
  std::condition_variable_any changed;
  std::jthread writer([&] {
    *value.Lock() = 42;
    changed.notify_all();
  });
  auto held = value.Lock();
  while (*held == 0) held.Wait(clock, changed, TimePoint::max(), {});
  EXPECT_EQ(*held, 42);
}

TEST(Guarded, StopEndsAWaitThatNothingElseEnds) {
  RealClock clock;
  Guarded<int> value(0);
  std::condition_variable_any never;
  std::jthread waiter([&](std::stop_token stop) {
    auto held = value.Lock();
    while (!stop.stop_requested()) held.Wait(clock, never, TimePoint::max(), stop);
  });
}  // ~jthread requests the stop and joins

}  // namespace
}  // namespace crossdock
