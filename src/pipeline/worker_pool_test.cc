#include "pipeline/worker_pool.h"

#include <atomic>
#include <future>
#include <memory>
#include <stdexcept>
#include <thread>

#include <gtest/gtest.h>

namespace crossdock::pipeline {
namespace {

TEST(WorkerPool, TheMostUrgentJobGoesFirst) {
  RealClock clock;
  std::promise<void> hold;
  std::promise<void> done;
  std::vector<int> order;
  WorkerPool pool({"test", 1, 0, 16}, clock);
  ASSERT_TRUE(pool.Submit(Tier::kCritical, TimePoint::min(), [held = hold.get_future()] { held.wait(); }));
  const TimePoint now = clock.Now();
  ASSERT_TRUE(pool.Submit(Tier::kBatch, now, [&] { order.push_back(3), done.set_value(); }));
  ASSERT_TRUE(pool.Submit(Tier::kNormal, now + std::chrono::seconds(1), [&] { order.push_back(2); }));
  ASSERT_TRUE(pool.Submit(Tier::kNormal, now, [&] { order.push_back(1); }));
  hold.set_value();
  done.get_future().wait();
  EXPECT_EQ(order, (std::vector<int>{1, 2, 3}));
}

TEST(WorkerPool, WithoutThreadsAJobRunsOnTheThreadThatSubmitsItAndMaySubmitAnother) {
  RealClock clock;
  WorkerPool pool({"test", 0, 0, 16}, clock);
  std::vector<std::thread::id> ran_on;
  EXPECT_TRUE(pool.Submit(Tier::kNormal, TimePoint::max(), [&] {
    ran_on.push_back(std::this_thread::get_id());
    EXPECT_TRUE(pool.Submit(Tier::kBatch, TimePoint::max(), [&] { ran_on.push_back(std::this_thread::get_id()); }));
    throw std::runtime_error("ends here");
  }));
  EXPECT_EQ(ran_on, (std::vector<std::thread::id>(2, std::this_thread::get_id())));
  pool.Stop();
  EXPECT_FALSE(pool.Submit(Tier::kNormal, TimePoint::max(), [] { FAIL() << "it has stopped"; }));
}

TEST(WorkerPool, RefusesInsteadOfGrowing) {
  RealClock clock;
  std::promise<void> hold;
  std::promise<void> started;
  WorkerPool pool({"test", 1, 0, 1}, clock);
  ASSERT_TRUE(pool.Submit(Tier::kNormal, TimePoint::max(),
                          [&, held = hold.get_future()] { started.set_value(), held.wait(); }));
  started.get_future().wait();
  EXPECT_TRUE(pool.Submit(Tier::kNormal, TimePoint::max(), [] {}));
  EXPECT_FALSE(pool.Submit(Tier::kNormal, TimePoint::max(), [] {}));
  hold.set_value();
}

TEST(WorkerPool, AJobThatIsDroppedAtTheEndIsDestroyed) {
  RealClock clock;
  auto owned = std::make_shared<int>(1);
  WorkerPool pool({"test", 0, 0, 4}, clock);
  ASSERT_TRUE(pool.Submit(Tier::kNormal, TimePoint::max(), [owned] {}));
  pool.Stop();
  EXPECT_EQ(owned.use_count(), 1);
  EXPECT_FALSE(pool.Submit(Tier::kNormal, TimePoint::max(), [] {}));
}

TEST(WorkerPool, AJobThatThrowsIsTheOnlyOneThatIsLost) {
  RealClock clock;
  const auto owned = std::make_shared<int>(1);
  std::promise<void> done;
  WorkerPool pool({"test", 1, 0, 4}, clock);
  ASSERT_TRUE(pool.Submit(Tier::kNormal, TimePoint::max(), [owned] { throw std::runtime_error("a library's own"); }));
  ASSERT_TRUE(pool.Submit(Tier::kNormal, TimePoint::max(), [&] { done.set_value(); }));
  done.get_future().wait();
  EXPECT_EQ(owned.use_count(), 1);
}

TEST(WorkerPool, EveryJobOfManyThreadsRunsOrIsDestroyedExactlyOnceHoweverItStops) {
  constexpr int kSubmitters = 4;
  constexpr int kEach = 2000;
  struct Counts {
    std::atomic<int> made = 0, ran = 0, refused = 0;
  };
  for (const bool stop_midway : {false, true}) {
    RealClock clock;
    Counts counts;
    const auto alive = std::make_shared<int>(0);  // every job holds it
    WorkerPool pool({"test", 3, 0, 64}, clock);
    std::vector<std::jthread> threads;
    for (int s = 0; s < kSubmitters; ++s) {
      threads.emplace_back([&, s] {
        for (int i = 0; i < kEach; ++i) {
          ++counts.made;
          if (!pool.Submit(static_cast<Tier>(i % kTiers), clock.Now() + Nanos{i * s},
                           [&counts, alive] { ++counts.ran; }))
            ++counts.refused;
        }
      });
    }
    if (stop_midway) {
      while (counts.made < kSubmitters * kEach / 2) std::this_thread::yield();
      pool.Stop();
    }
    threads.clear();
    while (!stop_midway && counts.ran + counts.refused < counts.made) std::this_thread::yield();
    pool.Stop();
    EXPECT_EQ(alive.use_count(), 1);
    EXPECT_EQ(counts.made, kSubmitters * kEach);
    EXPECT_LE(counts.ran + counts.refused, counts.made);
    EXPECT_TRUE(stop_midway || counts.ran + counts.refused == counts.made);
  }
}

}  // namespace
}  // namespace crossdock::pipeline
