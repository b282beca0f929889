#include "base/bounded_queue.h"

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace crossdock {
namespace {

TEST(BoundedQueue, GivesItemsInTheOrderTheyCame) {
  BoundedQueue<int> queue(8);
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(queue.TryPush(int{i}));
  EXPECT_EQ(queue.size(), 5u);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(queue.Pop({}), i);
  EXPECT_EQ(queue.TryPop(), std::nullopt);
}

TEST(BoundedQueue, RefusesInsteadOfBlockingWhenFullAndLeavesTheValue) {
  BoundedQueue<std::unique_ptr<int>> queue(1);
  EXPECT_TRUE(queue.TryPush(std::make_unique<int>(1)));
  auto second = std::make_unique<int>(2);
  EXPECT_FALSE(queue.TryPush(std::move(second)));
  ASSERT_NE(second, nullptr);  // NOLINT(bugprone-use-after-move): what this test asks
  EXPECT_EQ(**queue.TryPop(), 1);
  EXPECT_TRUE(queue.TryPush(std::move(second)));
}

TEST(BoundedQueue, AQueueOfNoPlacesTakesNothing) {
  BoundedQueue<int> queue(0);
  EXPECT_FALSE(queue.TryPush(1));
}

TEST(BoundedQueue, StopWakesAWaitingConsumer) {
  BoundedQueue<int> queue(1);
  std::jthread consumer([&](const std::stop_token& stop) { EXPECT_EQ(queue.Pop(stop), std::nullopt); });
}  // ~jthread requests the stop and joins: a queue that ignored the token would hang here

TEST(BoundedQueue, AStoppedConsumerLeavesWhatWaits) {
  BoundedQueue<int> queue(1);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_TRUE(queue.TryPush(1));
  EXPECT_EQ(queue.Pop(stop.get_token()), std::nullopt);
  EXPECT_EQ(queue.size(), 1u);
}

TEST(BoundedQueue, EveryItemOfManyProducersReachesExactlyOneConsumer) {
  constexpr int kProducers = 3;
  constexpr int kEach = 2000;
  BoundedQueue<int> queue(16);
  std::vector<std::atomic<int>> seen(kProducers * kEach);
  std::atomic<int> missing = kProducers * kEach;
  std::stop_source all_seen;
  {
    std::vector<std::jthread> threads;
    threads.reserve(3 + kProducers);
    for (int c = 0; c < 3; ++c) {
      threads.emplace_back([&] {
        while (const auto item = queue.Pop(all_seen.get_token())) {
          ++seen[static_cast<size_t>(*item)];
          if (--missing == 0) all_seen.request_stop();
        }
      });
    }
    for (int p = 0; p < kProducers; ++p) {
      threads.emplace_back([&, p] {
        for (int i = 0; i < kEach; ++i) {
          while (!queue.TryPush(p * kEach + i)) std::this_thread::yield();
        }
      });
    }
  }
  for (const auto& count : seen) EXPECT_EQ(count, 1);
}

}  // namespace
}  // namespace crossdock
