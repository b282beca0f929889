#include "base/tier.h"

#include <gtest/gtest.h>

namespace crossdock {
namespace {

TEST(Tier, IsReadBackFromItsName) {
  for (int i = 0; i < kTiers; ++i) {
    const auto tier = static_cast<Tier>(i);
    EXPECT_EQ(ParseTier(Name(tier), "tier").value(), tier);
  }
}

TEST(Tier, MoreUrgentComesFirst) {
  EXPECT_LT(Tier::kCritical, Tier::kNormal);
  EXPECT_LT(Tier::kNormal, Tier::kBatch);
}

TEST(Tier, AnUnknownNameIsRefusedAtItsFieldWithTheNamesThereAre) {
  for (const char* name : {"", "Critical", "normal ", "urgent"}) {
    const auto tier = ParseTier(name, "parameters.tier");
    ASSERT_FALSE(tier) << name;
    EXPECT_EQ(tier.error().code, ErrorCode::kInvalidArgument);
    EXPECT_EQ(tier.error().field, "parameters.tier");
    EXPECT_NE(tier.error().message.find("critical, normal, batch"), std::string::npos);
  }
}

}  // namespace
}  // namespace crossdock
