#include "app/refusals.h"

#include <gtest/gtest.h>

#include "telemetry/exposition.h"

namespace crossdock::app {
namespace {

TEST(Refusals, AreCountedByReasonAndAClientsMistakeIsNone) {
  telemetry::Registry registry;
  Refusals refusals(registry);
  refusals.Count({ErrorCode::kResourceExhausted, "", "", Reason::kTierOverload});
  refusals.Count({ErrorCode::kResourceExhausted, "", "", Reason::kTierOverload});
  refusals.Count({ErrorCode::kResourceExhausted, "", "", Reason::kQuota});
  refusals.Count({ErrorCode::kDeadlineExceeded, ""});
  refusals.Count({ErrorCode::kUnauthenticated, ""});
  refusals.Count({ErrorCode::kInvalidArgument, ""});
  refusals.Count({ErrorCode::kResourceExhausted, "", "", Reason::kTooLarge});
  refusals.Count({ErrorCode::kCancelled, ""});
  const std::string text = telemetry::ToText(registry.Take(), telemetry::ChooseFormat(""));
  for (const char* line : {"{reason=\"tier_overload\"} 2", "{reason=\"quota\"} 1", "{reason=\"deadline_passed\"} 1",
                           "{reason=\"unauthenticated\"} 1"}) {
    EXPECT_NE(text.find(line), std::string::npos) << line << "\n" << text;
  }
  EXPECT_EQ(text.find("too_large"), std::string::npos);
  EXPECT_EQ(text.find("cancelled"), std::string::npos);
}

}  // namespace
}  // namespace crossdock::app
