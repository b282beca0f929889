#include "model/picture_config.h"

#include <gtest/gtest.h>

namespace crossdock::model {
namespace {

engine::Signature Signature(tensor::Shape shape, engine::DType dtype = engine::DType::kF32) {
  engine::Signature signature;
  signature.inputs = {{"x", dtype, std::move(shape), engine::BatchAxis::kNone}};
  return signature;
}

std::string FieldOf(const PictureConfig& config, const engine::Signature& signature) {
  const auto target = TargetOf(config, signature);
  return target ? "taken" : target.error().field;
}

TEST(PictureTarget, TakesTheSizeFromTheModelOrTheConfiguration) {
  const auto of_model = TargetOf({}, Signature({-1, 3, 20, 30}));
  ASSERT_TRUE(of_model);
  EXPECT_EQ(of_model->width, 30);
  EXPECT_EQ(of_model->height, 20);
  PictureConfig config;
  config.width = 64;
  config.height = 32;
  EXPECT_EQ(TargetOf(config, Signature({-1, 3, -1, -1}))->width, 64);
  EXPECT_EQ(FieldOf(config, Signature({-1, 3, 20, 30})), "picture.height");
  EXPECT_EQ(FieldOf({}, Signature({-1, 3, -1, 30})), "picture.height");
}

TEST(PictureTarget, NamesTheInputThatTakesNoPictures) {
  EXPECT_EQ(FieldOf({}, Signature({-1, 1, 20, 30})), "picture.input");
  EXPECT_EQ(FieldOf({}, Signature({-1, 3, 20})), "picture.input");
  EXPECT_EQ(FieldOf({}, Signature({-1, 3, 20, 30}, engine::DType::kU8)), "picture.input");
  auto two = Signature({-1, 3, 20, 30});
  two.inputs.push_back(two.inputs[0]);
  two.inputs[1].name = "second";
  EXPECT_EQ(FieldOf({}, two), "picture.input");
  PictureConfig config;
  config.input = "second";
  EXPECT_EQ(TargetOf(config, two)->port, 1u);
  config.input = "third";
  EXPECT_EQ(FieldOf(config, two), "picture.input");
}

TEST(PictureConfig, WantsThreeNumbersForThreeChannels) {
  PictureConfig config;
  EXPECT_TRUE(config.Validate());
  config.mean = {1, 2};
  EXPECT_EQ(config.Validate().error().field, "mean");
}

}  // namespace
}  // namespace crossdock::model
