#include "net/http/body.h"

#include <cstring>

#include <gtest/gtest.h>

namespace crossdock::net::http {
namespace {

TEST(Body, PutsTheChosenByteOnABoundaryAndReadablePaddingBehind) {
  for (const size_t at : {size_t{0}, size_t{1}, size_t{63}, size_t{64}, size_t{1000}}) {
    const std::string text(1200, 'x');
    const Body body = Body::Of(text, at);
    EXPECT_EQ(body.text(), text);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(body.bytes().data() + at) % 64, 0u) << at;
    for (size_t i = 0; i < Body::kPadding; ++i) EXPECT_EQ(body.bytes().data()[text.size() + i], std::byte{0});
  }
}

TEST(Body, TakesTheBytesOfABudgetUntilItsLastSharerIsGone) {
  const auto budget = std::make_shared<BodyBudget>(100);
  auto body = Body::WithRoom(80, 0, budget);
  ASSERT_TRUE(body);
  EXPECT_TRUE(body->empty()) << "room is no data";
  const auto refused = Body::WithRoom(21, 0, budget);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().reason, Reason::kMemory);
  EXPECT_EQ(budget->held(), 80u) << "what was refused is not held";
  auto sharer = body->owner();
  *body = Body();
  EXPECT_EQ(budget->held(), 80u);
  sharer.reset();
  EXPECT_EQ(budget->held(), 0u);
}

TEST(Body, GivesTheBudgetBackWhenThereIsNoMemory) {
  const auto budget = std::make_shared<BodyBudget>(SIZE_MAX);
  const auto body = Body::WithRoom(size_t{1} << 60, 0, budget);
  ASSERT_FALSE(body);
  EXPECT_EQ(body.error().code, ErrorCode::kResourceExhausted);
  EXPECT_EQ(budget->held(), 0u);
}

TEST(Body, GrowsIntoItsRoom) {
  auto body = *Body::WithRoom(4, 0, nullptr);
  std::memcpy(body.room().data(), "abc", 3);
  body.Grow(3);
  EXPECT_EQ(body.text(), "abc");
  EXPECT_EQ(body.room().size(), 1u);
}

}  // namespace
}  // namespace crossdock::net::http
