#include "net/http/json_number.h"

#include <cmath>
#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

#include "tensor/tensor.h"

namespace crossdock::net::http {
namespace {

float FromText(const std::string& text) { return RoundToFloat(std::strtod(text.c_str(), nullptr), text); }

TEST(JsonNumber, RoundsTextToFloatOnceNotTwice) {
  // Just above the middle between 1 and the next float; as a double it is the middle, which would go down to 1.
  EXPECT_EQ(FromText("1.00000005960464477539062500000001"), std::nextafterf(1, 2));
  EXPECT_EQ(FromText("1.000000059604644775390625"), 1.0f);
  EXPECT_EQ(FromText("0.1"), 0.1f);
  EXPECT_EQ(FromText("-1e-45"), -std::numeric_limits<float>::denorm_min());
  EXPECT_EQ(FromText("1e-40"), std::strtof("1e-40", nullptr));
  EXPECT_TRUE(std::isinf(FromText("1e39")));
}

TEST(JsonNumber, RoundsToHalfAsIfDirectly) {
  EXPECT_EQ(RoundToHalf(1.0), 0x3C00);
  EXPECT_EQ(RoundToHalf(1.00048828125), 0x3C00);          // a tie goes to even
  EXPECT_EQ(RoundToHalf(1.00048828125 + 1e-12), 0x3C01);  // lost in a float, not in a double
  EXPECT_EQ(RoundToHalf(65519.999999), 0x7BFF);
  EXPECT_EQ(RoundToHalf(65520), 0x7C00);
  EXPECT_EQ(RoundToHalf(-5.960464477539063e-8), 0x8001);  // the smallest subnormal
  EXPECT_EQ(RoundToHalf(0), 0);
}

TEST(JsonNumber, RoundsToBfloat16AsIfDirectly) {
  EXPECT_EQ(RoundToBfloat16(1.0), 0x3F80);
  EXPECT_EQ(RoundToBfloat16(1.00390625), 0x3F80);
  EXPECT_EQ(RoundToBfloat16(1.00390625 + 1e-12), 0x3F81);
  EXPECT_EQ(RoundToBfloat16(1e39), 0x7F80);
}

}  // namespace
}  // namespace crossdock::net::http
