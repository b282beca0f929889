#include "model/compatibility.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace crossdock::model {
namespace {

using engine::DType;
using engine::Port;
using engine::Signature;
using ::testing::HasSubstr;

const Signature kLive{{{"image", DType::kF32, {-1, 3, 416, 416}}}, {{"boxes", DType::kF32, {-1, 85}}}, {}};

/// What CheckCompatible says of `next`; empty if nothing.
std::string Said(const Signature& next, const std::set<std::string>& declared = {}) {
  const Status status = CheckCompatible(kLive, next, declared);
  return status ? "" : status.error().message;
}

Signature With(Port input, Port output) { return {{std::move(input)}, {std::move(output)}, {}}; }

TEST(Compatible, IsTheSameSignature) { EXPECT_EQ(Said(kLive), ""); }

TEST(Compatible, IsNoPortOfAnotherNameTypeRankOrFixedSize) {
  const Port image = kLive.inputs[0];
  const Port boxes = kLive.outputs[0];
  const auto input = [&](Port port) { return Said(With(std::move(port), boxes)); };
  const auto output = [&](Port port) { return Said(With(image, std::move(port))); };
  EXPECT_THAT(input({"picture", DType::kF32, image.shape}), HasSubstr("input \"image\" is missing"));
  EXPECT_THAT(input({"image", DType::kF16, image.shape}),
              HasSubstr("input \"image\" is FP16[-1,3,416,416] and was FP32[-1,3,416,416]"));
  EXPECT_THAT(input({"image", DType::kF32, {3, 416, 416}}), HasSubstr("\"image\""));
  EXPECT_THAT(input({"image", DType::kF32, {-1, 3, 640, 640}}), HasSubstr("\"image\""));
  EXPECT_THAT(input({"image", DType::kF32, {1, 3, 416, 416}}), HasSubstr("\"image\"")) << "took more rows";
  EXPECT_THAT(output({"box", DType::kF32, boxes.shape}), HasSubstr("output \"boxes\" is missing"));
  EXPECT_THAT(output({"boxes", DType::kF64, boxes.shape}), HasSubstr("\"boxes\""));
  EXPECT_THAT(output({"boxes", DType::kF32, {-1, 1, 85}}), HasSubstr("\"boxes\""));
  EXPECT_THAT(output({"boxes", DType::kF32, {-1, 6}}), HasSubstr("\"boxes\""));
  EXPECT_THAT(output({"boxes", DType::kF32, {-1, -1}}), HasSubstr("\"boxes\"")) << "promised 85 columns";
}

TEST(Compatible, IsNotWhatWantsMoreThanCallersSend) {
  Signature next = kLive;
  next.inputs.push_back({"scale", DType::kF32, {1}});
  EXPECT_THAT(Said(next), HasSubstr("input \"scale\" is wanted"));
}

TEST(Compatible, IsWhatTakesMoreOrSaysMore) {
  Signature next = kLive;
  next.inputs[0].shape = {-1, 3, -1, -1};
  next.outputs[0].shape = {100, 85};
  next.outputs.push_back({"scores", DType::kF32, {-1}});
  EXPECT_EQ(Said(next), "");
  next.inputs[0].any_rank = true;
  EXPECT_EQ(Said(next), "");
}

TEST(Compatible, ABatchOfRowsIsAnyNumberOfThem) {
  Signature live = kLive;
  live.inputs[0].batch = live.outputs[0].batch = engine::BatchAxis::kFirst;
  Signature next = live;
  next.inputs[0].shape[0] = next.outputs[0].shape[0] = 4;
  EXPECT_TRUE(CheckCompatible(live, next, {}));
}

TEST(Compatible, IsWhatWasDeclared) {
  Signature next = kLive;
  next.inputs[0].shape = {-1, 3, 640, 640};
  next.outputs[0].name = "box";
  EXPECT_NE(Said(next, {"image"}), "");
  EXPECT_THAT(Said(next, {"boxes"}), HasSubstr("allowed_changes: [image]")) << "says what to write";
  EXPECT_EQ(Said(next, {"image", "boxes"}), "");
}

}  // namespace
}  // namespace crossdock::model
