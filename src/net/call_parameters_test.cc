#include "net/call_parameters.h"

#include <limits>

#include <gtest/gtest.h>

namespace crossdock::net {
namespace {

using namespace std::string_view_literals;

std::string FieldOf(std::string_view name, const ParameterValue& value) {
  InferCall call;
  const auto applied = ApplyRequestParameter(name, value, call);
  return applied ? "accepted" : applied.error().field;
}

TEST(RequestParameters, SetWhatTheyName) {
  InferCall call;
  ASSERT_TRUE(ApplyRequestParameter("tier", "batch"sv, call));
  ASSERT_TRUE(ApplyRequestParameter("priority", int64_t{2}, call));
  ASSERT_TRUE(ApplyRequestParameter("timeout", int64_t{1500}, call));
  ASSERT_TRUE(ApplyRequestParameter("deadline_ms", 2.5, call));
  ASSERT_TRUE(ApplyRequestParameter("timing", true, call));
  ASSERT_TRUE(ApplyRequestParameter("binary_data_output", true, call));
  EXPECT_EQ(call.options.tier, "batch");
  EXPECT_EQ(call.options.priority, 2);
  EXPECT_EQ(call.options.timeout_us, 1500);
  EXPECT_EQ(call.options.deadline_ms, 2.5);
  EXPECT_TRUE(call.options.timing);
  EXPECT_TRUE(call.binary_outputs);
  ASSERT_TRUE(ApplyRequestParameter("deadline_ms", int64_t{7}, call));
  EXPECT_EQ(call.options.deadline_ms, 7);
}

TEST(RequestParameters, RefuseAValueOfTheWrongType) {
  EXPECT_EQ(FieldOf("tier", int64_t{1}), "parameters.tier");
  EXPECT_EQ(FieldOf("priority", 1.5), "parameters.priority");
  EXPECT_EQ(FieldOf("priority", "1"sv), "parameters.priority");
  EXPECT_EQ(FieldOf("timeout", true), "parameters.timeout");
  EXPECT_EQ(FieldOf("deadline_ms", "1"sv), "parameters.deadline_ms");
  EXPECT_EQ(FieldOf("timing", int64_t{1}), "parameters.timing");
  EXPECT_EQ(FieldOf("binary_data_output", "true"sv), "parameters.binary_data_output");
}

TEST(RequestParameters, AreOpenToOthersButNotToSequences) {
  EXPECT_EQ(FieldOf("camera", "left"sv), "accepted");
  for (const ParameterValue& none : {ParameterValue(int64_t{0}), ParameterValue(""sv), ParameterValue(false)})
    EXPECT_EQ(FieldOf("sequence_id", none), "accepted") << "clients say so when they have none";
  for (const ParameterValue& some : {ParameterValue(int64_t{5}), ParameterValue("a"sv), ParameterValue(1.0)})
    EXPECT_EQ(FieldOf("sequence_id", some), "parameters.sequence_id");
}

TEST(TensorParameters, RefuseWhatWouldChangeTheAnswerAndIsNotServed) {
  const auto field = [](std::string_view name, const ParameterValue& value) {
    const auto checked = CheckTensorParameter(name, value, "outputs[1]");
    EXPECT_TRUE(checked || checked.error().code == ErrorCode::kUnimplemented);
    return checked ? "accepted" : checked.error().field;
  };
  EXPECT_EQ(field("shared_memory_region", "r"sv), "outputs[1].parameters.shared_memory_region");
  EXPECT_EQ(field("shared_memory_byte_size", int64_t{0}), "outputs[1].parameters.shared_memory_byte_size");
  EXPECT_EQ(field("classification", int64_t{3}), "outputs[1].parameters.classification");
  EXPECT_EQ(field("classification", int64_t{0}), "accepted");
  EXPECT_EQ(field("colour", "red"sv), "accepted");
}

TEST(CallHeaders, FillInWhatTheBodyLeavesOpen) {
  InferCall call;
  ASSERT_TRUE(ApplyHeaders("", "", "", call));
  EXPECT_FALSE(call.options.tier || call.options.deadline_ms || call.options.timing);
  call.options.priority = 1;
  call.options.timeout_us = 5;
  ASSERT_TRUE(ApplyHeaders("batch", "20", "true", call));
  EXPECT_FALSE(call.options.tier) << "a priority is a tier as well";
  EXPECT_FALSE(call.options.deadline_ms) << "a timeout is a deadline as well";
  EXPECT_TRUE(call.options.timing);
  InferCall other;
  ASSERT_TRUE(ApplyHeaders("critical", "0.25", "no", other));
  EXPECT_EQ(other.options.tier, "critical");
  EXPECT_EQ(other.options.deadline_ms, 0.25);
  EXPECT_FALSE(other.options.timing);
}

TEST(CallHeaders, AreNamedWhenTheyAreWrong) {
  InferCall call;
  EXPECT_EQ(ApplyHeaders("urgent", "", "", call).error().field, "X-Crossdock-Tier");
  for (const char* wrong : {"0", "-1", "1x", " 1", "nan", "inf", "1e300", "+1", "86400001"}) {
    const auto applied = ApplyHeaders("", wrong, "", call);
    ASSERT_FALSE(applied) << wrong;
    EXPECT_EQ(applied.error().field, "X-Crossdock-Deadline-Ms") << wrong;
  }
}

}  // namespace
}  // namespace crossdock::net
