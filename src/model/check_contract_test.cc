#include "model/check_contract.h"

#include <array>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace crossdock::model {
namespace {

using engine::DType;
using manifest::OutputContract;
using tensor::Tensor;
using ::testing::HasSubstr;

const engine::Signature kModel{
    {{"x", DType::kF32, {-1, 4}}}, {{"boxes", DType::kF32, {-1, 4}}, {"kinds", DType::kI64, {-1}}}, {}};

std::string Said(const OutputContract& contract, std::span<const Tensor> answered = {}) {
  const Status status = CheckContract({&contract, 1}, kModel, answered);
  return status ? "" : status.error().message;
}

TEST(Contract, IsKeptByWhatItNamesWhateverElseThereIs) {
  EXPECT_EQ(Said({"boxes", "FP32", {-1, 4}}), "");
  EXPECT_EQ(Said({"kinds", "INT64", {-1}}), "");
}

TEST(Contract, IsBrokenByAMissingOutputAnotherTypeRankOrSize) {
  EXPECT_THAT(Said({"scores", "FP32", {-1}}), HasSubstr("output \"scores\" is missing"));
  EXPECT_THAT(Said({"boxes", "FP16", {-1, 4}}), HasSubstr("is FP32[-1,4], and the contract says FP16[-1,4]"));
  EXPECT_THAT(Said({"boxes", "FP32", {-1}}), HasSubstr("\"boxes\""));
  EXPECT_THAT(Said({"boxes", "FP32", {-1, 6}}), HasSubstr("\"boxes\""));
}

TEST(Contract, IsHeldAgainstWhatTheModelReallyAnswers) {
  const std::array answered{Tensor::Allocate(DType::kF32, {1, 1, 4}).value(),
                            Tensor::Allocate(DType::kI64, {1}).value()};
  EXPECT_THAT(Said({"boxes", "FP32", {-1, 4}}, answered), HasSubstr("is FP32[1,1,4]"));
  EXPECT_EQ(Said({"boxes", "FP32", {-1, 1, 4}}, answered), "");
}

}  // namespace
}  // namespace crossdock::model
