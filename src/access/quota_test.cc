#include "access/quota.h"

#include <vector>

#include <gtest/gtest.h>

namespace crossdock::access {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

const TimePoint kNow{std::chrono::hours(1)};

Principal With(Limits limits) {
  Principal principal;
  principal.name = principal.tenant = "north";
  principal.limits = limits;
  return principal;
}

TEST(Quota, LetsSoManyBeUnderWayAndOneMoreWhenOneEnds) {
  const auto quota = std::make_shared<Quota>();
  const Principal who = With({.requests = 2});
  auto first = quota->Enter(who, kNow).value();
  const auto second = quota->Enter(who, kNow).value();
  const auto third = quota->Enter(who, kNow);
  ASSERT_FALSE(third);
  EXPECT_EQ(third.error().code, ErrorCode::kResourceExhausted);
  EXPECT_EQ(third.error().reason, Reason::kQuota);
  first.reset();
  EXPECT_TRUE(quota->Enter(who, kNow));
}

TEST(Quota, CountsTheBytesOfWhatIsUnderWay) {
  const auto quota = std::make_shared<Quota>();
  const Principal who = With({.bytes = 100});
  auto first = quota->Enter(who, kNow).value();
  const auto second = quota->Enter(who, kNow).value();
  EXPECT_TRUE(first->Hold(who, 60));
  EXPECT_TRUE(second->Hold(who, 40));
  EXPECT_EQ(second->Hold(who, 1).error().reason, Reason::kQuota);
  EXPECT_FALSE(second->Hold(who, SIZE_MAX));
  first.reset();
  EXPECT_TRUE(second->Hold(who, 60));
}

TEST(Quota, TheRateIsThatOfALongTimeAndSaysWhenTheNextMayCome) {
  const auto quota = std::make_shared<Quota>();
  const Principal who = With({.rate = 10});
  int let_in = 0;
  for (int ms = 0; ms < 20'000; ms += 5) let_in += quota->Enter(who, kNow + milliseconds(ms)) ? 1 : 0;
  EXPECT_NEAR(let_in, 10 + 200, 1) << "what one second brings at once, then ten a second";
  const auto refused = quota->Enter(who, kNow + milliseconds(19'999));
  ASSERT_FALSE(refused);
  EXPECT_GE(refused.error().retry_after, milliseconds(1));
  EXPECT_LE(refused.error().retry_after, milliseconds(100));
  EXPECT_TRUE(quota->Enter(who, kNow + milliseconds(19'999) + refused.error().retry_after));
}

TEST(Quota, ARateBelowOneASecondStillLetsOneIn) {
  const auto quota = std::make_shared<Quota>();
  const Principal who = With({.rate = 0.1});
  EXPECT_TRUE(quota->Enter(who, kNow));
  EXPECT_FALSE(quota->Enter(who, kNow + seconds(9)));
  EXPECT_TRUE(quota->Enter(who, kNow + seconds(10)));
}

}  // namespace
}  // namespace crossdock::access
