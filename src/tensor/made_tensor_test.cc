#include "tensor/made_tensor.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace crossdock::tensor {
namespace {

TEST(MadeTensor, IsTheSameForTheSameSeed) {
  std::mt19937 first(7), second(7), other(8);
  const Tensor a = *MadeTensor(DType::kF32, {2, 50}, ValueRange::kByte, first);
  const Tensor b = *MadeTensor(DType::kF32, {2, 50}, ValueRange::kByte, second);
  const Tensor c = *MadeTensor(DType::kF32, {2, 50}, ValueRange::kByte, other);
  EXPECT_TRUE(std::ranges::equal(a.as<float>(), b.as<float>()));
  EXPECT_FALSE(std::ranges::equal(a.as<float>(), c.as<float>()));
}

TEST(MadeTensor, KeepsToItsRange) {
  std::mt19937 random(1);
  const Tensor made = *MadeTensor(DType::kF32, {1000}, ValueRange::kSigned, random);
  const auto [least, most] = std::ranges::minmax(made.as<float>());
  EXPECT_GE(least, -1);
  EXPECT_LT(least, -0.9);
  EXPECT_LE(most, 1);
  EXPECT_GT(most, 0.9);
}

TEST(MadeTensor, RefusesAnOpenShape) {
  std::mt19937 random(1);
  EXPECT_FALSE(MadeTensor(DType::kF32, {-1, 4}, ValueRange::kByte, random));
}

}  // namespace
}  // namespace crossdock::tensor
