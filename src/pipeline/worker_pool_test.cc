#include "pipeline/worker_pool.h"

#include <future>
#include <memory>

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

TEST(WorkerPool, RefusesInsteadOfGrowing) {
  RealClock clock;
  std::promise<void> hold;
  std::promise<void> started;
  WorkerPool pool({"test", 1, 0, 1}, clock);
  ASSERT_TRUE(pool.Submit(Tier::kNormal, TimePoint::max(), [&, held = hold.get_future()] { started.set_value(), held.wait(); }));
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

}  // namespace
}  // namespace crossdock::pipeline
