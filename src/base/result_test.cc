#include "base/result.h"

#include <memory>
#include <set>
#include <string>

#include <gtest/gtest.h>

namespace crossdock {
namespace {

Result<int> Half(int value) {
  if (value % 2 != 0) return InvalidArgument("value", "odd");
  return value / 2;
}

Result<std::string> HalfAsText(int value) {
  auto half = Half(value);
  if (!half) return half.error();
  return std::to_string(*half);
}

TEST(Result, HoldsAValueOrTheReasonWhyThereIsNone) {
  EXPECT_EQ(Half(8).value(), 4);
  const auto odd = Half(7);
  ASSERT_FALSE(odd);
  EXPECT_EQ(odd.error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(odd.error().field, "value");
  EXPECT_EQ(odd.error().message, "odd");
  EXPECT_EQ(odd.error().reason, Reason::kNone);
  EXPECT_EQ(odd.error().retry_after.count(), 0);
}

TEST(Result, AnErrorTravelsThroughResultsOfOtherTypes) {
  EXPECT_EQ(HalfAsText(8).value(), "4");
  EXPECT_EQ(HalfAsText(7).error().field, "value");
}

TEST(Result, HoldsWhatCannotBeCopied) {
  Result<std::unique_ptr<int>> made = std::make_unique<int>(3);
  const std::unique_ptr<int> taken = *std::move(made);
  EXPECT_EQ(*taken, 3);
}

TEST(Status, IsGoodUntilItIsAnError) {
  const auto check = [](bool good) -> Status {
    if (!good) return Error{ErrorCode::kInternal, "broken"};
    return {};
  };
  EXPECT_TRUE(check(true));
  EXPECT_EQ(check(false).error().code, ErrorCode::kInternal);
}

TEST(ErrorNames, EveryCodeAndReasonHasOneOfItsOwnInLowerCase) {
  std::set<std::string> names;
  for (int code = 0; code <= static_cast<int>(ErrorCode::kInternal); ++code)
    names.insert(Name(static_cast<ErrorCode>(code)));
  EXPECT_EQ(names.size(), static_cast<size_t>(ErrorCode::kInternal) + 1);
  for (int reason = 0; reason <= static_cast<int>(Reason::kModelFailed); ++reason)
    names.insert(Name(static_cast<Reason>(reason)));
  EXPECT_EQ(names.size(),
            static_cast<size_t>(ErrorCode::kInternal) + 1 + static_cast<size_t>(Reason::kModelFailed) + 1);
  EXPECT_FALSE(names.contains("unknown"));
  for (const std::string& name : names)
    EXPECT_EQ(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_"), std::string::npos) << name;
}

}  // namespace
}  // namespace crossdock
