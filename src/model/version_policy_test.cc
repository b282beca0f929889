#include "model/version_policy.h"

#include <gtest/gtest.h>

namespace crossdock::model {
namespace {

std::set<int> Chosen(std::string_view policy, const std::set<int>& present = {1, 2, 9, 10}) {
  return VersionPolicy::Parse(policy).value().Choose(present);
}

TEST(VersionPolicy, TakesTheLatestTheLatestFewAllOrThoseNamed) {
  EXPECT_EQ(Chosen("latest"), (std::set<int>{10}));
  EXPECT_EQ(Chosen("latest 1"), (std::set<int>{10}));
  EXPECT_EQ(Chosen("latest 2"), (std::set<int>{9, 10}));
  EXPECT_EQ(Chosen("latest 7"), (std::set<int>{1, 2, 9, 10}));
  EXPECT_EQ(Chosen("all"), (std::set<int>{1, 2, 9, 10}));
  EXPECT_EQ(Chosen("9"), (std::set<int>{9}));
  EXPECT_EQ(Chosen("10,1,4"), (std::set<int>{1, 10}));
}

TEST(VersionPolicy, MayNameNothingThatIsThere) {
  EXPECT_TRUE(Chosen("4").empty());
  EXPECT_TRUE(Chosen("latest", {}).empty());
}

TEST(VersionPolicy, RefusesWhatItIsNot) {
  for (const char* text : {"", "newest", "latest 0", "latest2", "latest ", "latest -1", "latest 1 2", "1,", ",1",
                           "1,,2", "01", "0", "1, 3", "99999999999", "all 2"}) {
    const auto policy = VersionPolicy::Parse(text);
    ASSERT_FALSE(policy) << text;
    EXPECT_EQ(policy.error().field, "version_policy");
  }
}

}  // namespace
}  // namespace crossdock::model
