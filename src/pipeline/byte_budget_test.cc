#include "pipeline/byte_budget.h"

#include <cstdint>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace crossdock::pipeline {
namespace {

Result<Ticket> Admit(ByteBudget& budget, size_t bytes) {
  const Context context;
  return budget.Admit({context, "m", bytes});
}

TEST(ByteBudget, TakesUpToItsLimitAndSaysWhyNotMore) {
  ByteBudget budget(10);
  const auto first = Admit(budget, 7);
  ASSERT_TRUE(first);
  const auto refused = Admit(budget, 4);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kResourceExhausted);
  EXPECT_EQ(refused.error().reason, Reason::kMemory);
  EXPECT_GT(refused.error().retry_after.count(), 0);
  EXPECT_TRUE(Admit(budget, 3));
  EXPECT_FALSE(Admit(budget, SIZE_MAX));
}

TEST(ByteBudget, BytesComeBackWithTheTicketEvenAfterTheBudgetIsGone) {
  Result<Ticket> outlives = Ticket();
  {
    ByteBudget budget(10);
    {
      const auto ticket = Admit(budget, 10);
      EXPECT_EQ(budget.used_bytes(), 10u);
    }
    EXPECT_EQ(budget.used_bytes(), 0u);
    outlives = Admit(budget, 10);
  }
  outlives = Ticket();
}

TEST(ByteBudget, ARefusedGiantNeverKeepsASmallOneOut) {
  ByteBudget budget(100);
  std::jthread giants([&](std::stop_token stop) {
    while (!stop.stop_requested()) EXPECT_FALSE(Admit(budget, 101));
  });
  for (int i = 0; i < 20'000; ++i) ASSERT_TRUE(Admit(budget, 100));
}

TEST(ByteBudget, IsEmptyAgainAfterManyThreads) {
  ByteBudget budget(64);
  {
    std::vector<std::jthread> threads;
    for (size_t t = 1; t <= 4; ++t) {
      threads.emplace_back([&, t] {
        for (int i = 0; i < 5000; ++i) {
          const auto ticket = Admit(budget, t * 10);
          EXPECT_LE(budget.used_bytes(), 64u);
        }
      });
    }
  }
  EXPECT_EQ(budget.used_bytes(), 0u);
}

}  // namespace
}  // namespace crossdock::pipeline
