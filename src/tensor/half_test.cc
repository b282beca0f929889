#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "tensor/tensor.h"

namespace crossdock::tensor {
namespace {

/// The value of a small binary float by its definition: a sign, `exponent_bits`, `fraction_bits`, an implied one above zero.
double ValueOf(uint16_t bits, int exponent_bits, int fraction_bits) {
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const int exponent = (bits >> fraction_bits) & ((1 << exponent_bits) - 1);
  const int fraction = bits & ((1 << fraction_bits) - 1);
  const double sign = (bits & 0x8000) != 0 ? -1 : 1;
  if (exponent == (1 << exponent_bits) - 1) {
    return fraction == 0 ? sign * std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
  }
  if (exponent == 0) return sign * std::ldexp(fraction, 1 - bias - fraction_bits);
  return sign * std::ldexp((1 << fraction_bits) + fraction, exponent - bias - fraction_bits);
}

/// Nearest representable to `value`, ties to an even last bit, found by looking: the magnitudes ascend with their bits. `infinity` is
/// the bits of positive infinity; what would be one step beyond the largest finite value counts as its place.
uint16_t NearestBySearch(float value, uint16_t infinity, int exponent_bits, int fraction_bits) {
  const uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  const double magnitude = std::abs(static_cast<double>(value));
  const auto at = [&](uint32_t bits) {
    if (bits < infinity) return ValueOf(static_cast<uint16_t>(bits), exponent_bits, fraction_bits);
    return std::ldexp(1.0, 1 << (exponent_bits - 1));
  };
  uint32_t below = 0;
  uint32_t above = infinity;
  if (magnitude >= at(infinity)) return static_cast<uint16_t>(sign | infinity);
  while (above - below > 1) {
    const uint32_t middle = (below + above) / 2;
    (at(middle) <= magnitude ? below : above) = middle;
  }
  const double down = magnitude - at(below);
  const double up = at(above) - magnitude;
  const bool go_up = up < down || (up == down && below % 2 != 0);
  return static_cast<uint16_t>(sign | (go_up ? above : below));
}

constexpr uint16_t kHalfInfinity = 0x7C00;
constexpr uint16_t kBfloatInfinity = 0x7F80;

TEST(Half, EveryOneOf65536HasItsDefinedValueAndComesBack) {
  for (uint32_t i = 0; i <= 0xFFFF; ++i) {
    const auto bits = static_cast<uint16_t>(i);
    const double expected = ValueOf(bits, 5, 10);
    const float value = HalfToFloat(bits);
    if (std::isnan(expected)) {
      ASSERT_TRUE(std::isnan(value)) << i;
      ASSERT_TRUE(std::isnan(HalfToFloat(FloatToHalf(value)))) << i;
    } else {
      ASSERT_EQ(static_cast<double>(value), expected) << i;
      ASSERT_EQ(std::signbit(value), (bits & 0x8000) != 0) << i;
      ASSERT_EQ(FloatToHalf(value), bits) << i;
    }
  }
}

TEST(Bfloat16, EveryOneOf65536HasItsDefinedValueAndComesBack) {
  for (uint32_t i = 0; i <= 0xFFFF; ++i) {
    const auto bits = static_cast<uint16_t>(i);
    const double expected = ValueOf(bits, 8, 7);
    const float value = Bfloat16ToFloat(bits);
    if (std::isnan(expected)) {
      ASSERT_TRUE(std::isnan(value)) << i;
      ASSERT_TRUE(std::isnan(Bfloat16ToFloat(FloatToBfloat16(value)))) << i;
    } else {
      ASSERT_EQ(static_cast<double>(value), expected) << i;
      ASSERT_EQ(FloatToBfloat16(value), bits) << i;
    }
  }
}

// Around every half: the half itself, the point between it and the next (a tie), and the floats on both sides of that.
TEST(Half, RoundsToTheNearestAndTiesToEvenBetweenAnyTwoNeighbours) {
  for (uint32_t i = 0; i < kHalfInfinity; ++i) {
    const double here = ValueOf(static_cast<uint16_t>(i), 5, 10);
    const double next = i + 1 == kHalfInfinity ? 65536.0 : ValueOf(static_cast<uint16_t>(i + 1), 5, 10);
    const auto tie = static_cast<float>((here + next) / 2);
    for (const float value : {tie, std::nextafterf(tie, 0.0F), std::nextafterf(tie, 1e9F)}) {
      ASSERT_EQ(FloatToHalf(value), NearestBySearch(value, kHalfInfinity, 5, 10)) << value;
      ASSERT_EQ(FloatToHalf(-value), NearestBySearch(-value, kHalfInfinity, 5, 10)) << value;
    }
  }
}

TEST(Half, RoundsAnyFloatAsTheSlowSearchDoes) {
  std::mt19937 random(1);
  for (int i = 0; i < 300'000; ++i) {
    const auto value = std::bit_cast<float>(static_cast<uint32_t>(random()));
    if (std::isnan(value)) {
      ASSERT_TRUE(std::isnan(HalfToFloat(FloatToHalf(value))));
      continue;
    }
    ASSERT_EQ(FloatToHalf(value), NearestBySearch(value, kHalfInfinity, 5, 10)) << value;
    ASSERT_EQ(FloatToBfloat16(value), NearestBySearch(value, kBfloatInfinity, 8, 7)) << value;
  }
}

TEST(Bfloat16, RoundsToTheNearestAndTiesToEvenBetweenAnyTwoNeighbours) {
  for (uint32_t i = 0; i < kBfloatInfinity; ++i) {
    const uint32_t tie = (i << 16) + 0x8000U;
    for (const uint32_t bits : {tie - 1, tie, tie + 1}) {
      const auto value = std::bit_cast<float>(bits);
      ASSERT_EQ(FloatToBfloat16(value), NearestBySearch(value, kBfloatInfinity, 8, 7)) << value;
    }
  }
}

TEST(Half, TheEndsOfTheRangeAreWhereTheStandardPutsThem) {
  EXPECT_EQ(FloatToHalf(65504.0F), 0x7BFF);
  EXPECT_EQ(FloatToHalf(65519.996F), 0x7BFF);
  EXPECT_EQ(FloatToHalf(65520.0F), kHalfInfinity);
  EXPECT_EQ(FloatToHalf(std::numeric_limits<float>::max()), kHalfInfinity);
  EXPECT_EQ(FloatToHalf(0x1p-24F), 1);
  EXPECT_EQ(FloatToHalf(0x1p-25F), 0);
  EXPECT_EQ(FloatToHalf(std::nextafterf(0x1p-25F, 1.0F)), 1);
  EXPECT_EQ(FloatToHalf(-0.0F), 0x8000);
}

TEST(Half, NaNStaysNaNEvenWhenItsPayloadIsOnlyInTheBitsThatAreLost) {
  const auto quiet_loss = std::bit_cast<float>(0x7F800001U);
  EXPECT_TRUE(std::isnan(HalfToFloat(FloatToHalf(quiet_loss))));
  EXPECT_TRUE(std::isnan(Bfloat16ToFloat(FloatToBfloat16(quiet_loss))));
}

}  // namespace
}  // namespace crossdock::tensor
