#include "base/clock.h"

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "base/guarded.h"

namespace crossdock {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;

TEST(RealClock, AWaitEndsAtItsMomentAndNotBefore) {
  RealClock clock;
  Guarded<int> nothing(0);
  std::condition_variable_any never;
  const TimePoint until = clock.Now() + milliseconds(3);
  auto held = nothing.Lock();
  while (clock.Now() < until) held.Wait(clock, never, until, {});
  EXPECT_GE(clock.Now(), until);
}

TEST(RealClock, AMomentInThePastEndsTheWaitAtOnce) {
  RealClock clock;
  Guarded<int> nothing(0);
  std::condition_variable_any never;
  auto held = nothing.Lock();
  held.Wait(clock, never, clock.Now() - hours(1), {});
  held.Wait(clock, never, TimePoint::min(), {});
}

TEST(RealClock, ANotificationEndsTheWaitEarly) {
  RealClock clock;
  Guarded<bool> rung(false);
  std::condition_variable_any bell;
  std::jthread ringer([&] {
    auto held = rung.Lock();
    *held = true;
    bell.notify_one();
  });
  auto held = rung.Lock();
  while (!*held) held.Wait(clock, bell, clock.Now() + hours(24), {});
}

TEST(VirtualClock, StandsStillUntilItIsTurned) {
  VirtualClock clock;
  const TimePoint start = clock.Now();
  EXPECT_EQ(clock.Now(), start);
  clock.Advance(milliseconds(5));
  EXPECT_EQ(clock.Now(), start + milliseconds(5));
  EXPECT_LT(start - hours(1), start);  // "long ago" can be expressed
}

TEST(VirtualClock, AMomentThatHasComeEndsTheWaitAtOnce) {
  VirtualClock clock;
  Guarded<int> nothing(0);
  std::condition_variable_any never;
  auto held = nothing.Lock();
  held.Wait(clock, never, clock.Now(), {});
}

TEST(VirtualClock, EveryWaiterGoesOnWhenItsOwnMomentHasCome) {
  VirtualClock clock;
  const TimePoint start = clock.Now();
  Guarded<std::vector<TimePoint>> woken;
  std::vector<std::condition_variable_any> never(4);
  std::atomic<size_t> done = 0;
  std::vector<std::jthread> waiters;
  for (size_t i = 0; i < never.size(); ++i) {
    waiters.emplace_back([&, i] {
      const TimePoint until = start + milliseconds(10) * static_cast<int>(i + 1);
      auto held = woken.Lock();
      while (clock.Now() < until) held.Wait(clock, never[i], until, {});
      held->push_back(until);
      ++done;
    });
  }
  // Each step releases at least those that were waiting already; one that had not begun finds its moment in the past.
  while (done < never.size()) clock.Advance(milliseconds(10));
  waiters.clear();
  EXPECT_EQ(woken.Lock()->size(), never.size());
}

TEST(VirtualClock, AWaiterThatBeginsWhileTimeIsTurnedIsNeverForgotten) {
  for (int round = 0; round < 200; ++round) {
    VirtualClock clock;
    const TimePoint until = clock.Now() + milliseconds(1);
    std::jthread waiter([&] {
      Guarded<int> nothing(0);
      std::condition_variable_any never;
      auto held = nothing.Lock();
      while (clock.Now() < until) held.Wait(clock, never, until, {});
    });
    clock.Advance(milliseconds(1));  // once only: a lost wake-up would hang
  }
}

TEST(VirtualClock, StopEndsTheWaitWithoutTurningTime) {
  VirtualClock clock;
  Guarded<int> nothing(0);
  std::condition_variable_any never;
  std::jthread waiter([&](std::stop_token stop) {
    auto held = nothing.Lock();
    while (!stop.stop_requested()) held.Wait(clock, never, TimePoint::max(), stop);
  });
}

// What waits may end by a notification, or by a stop, and be destroyed at once, while another thread is turning time.
TEST(VirtualClock, TurningTimeNeverTouchesAWaiterThatHasGone) {
  struct Waiting {
    Guarded<bool> gone{false};
    std::condition_variable_any signal;
  };
  VirtualClock clock;
  std::jthread turner([&](std::stop_token stop) {
    while (!stop.stop_requested()) clock.Advance(Nanos{1});
  });
  for (int round = 0; round < 500; ++round) {
    auto waiting = std::make_unique<Waiting>();
    std::jthread notifier([&waiting = *waiting] {
      auto gone = waiting.gone.Lock();
      *gone = true;
      waiting.signal.notify_all();
    });
    {
      auto gone = waiting->gone.Lock();
      while (!*gone) gone.Wait(clock, waiting->signal, TimePoint::max(), {});
    }
    notifier.join();
    waiting.reset();
  }
}

}  // namespace
}  // namespace crossdock
