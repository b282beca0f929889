#include "vision/codes/locate.h"

#include <numbers>

#include <gtest/gtest.h>

#include "vision/codes/overlap.h"
#include "vision/codes/test_code_pictures.h"

namespace crossdock::vision::codes {
namespace {

GradientMap MapOf(const Image& picture) {
  return MapGradients({picture.row(0), picture.width(), picture.height(), 1, static_cast<int>(picture.stride_bytes())});
}
Point MiddleOf(const Image& picture) {
  return {static_cast<float>(picture.width()) / 2, static_cast<float>(picture.height()) / 2};
}

TEST(LocateLinear, FindsBarsAndTheirDirection) {
  for (const double degrees : {0.0, 25.0, 90.0}) {
    const Image picture = testing::PictureOf("Code 128", "SF1234567890", {.degrees = degrees, .blur = 0.5});
    const auto regions = LocateLinear(MapOf(picture), 3);
    ASSERT_FALSE(regions.empty()) << degrees;
    EXPECT_TRUE(Covers(regions[0].Corners(), MiddleOf(picture))) << degrees;
    // Image rows run downwards: what is drawn turned to the left lies at a negative angle. A direction has no sign.
    EXPECT_NEAR(std::remainder(regions[0].angle + degrees * std::numbers::pi / 180, std::numbers::pi), 0, 0.1)
        << degrees;
    EXPECT_GT(regions[0].length, regions[0].height);
  }
}

TEST(LocateMatrix, FindsModulesInTwoDirections) {
  const Image picture = testing::PictureOf("Data Matrix", "parcel 7 of 12 to the north", {.module = 5, .blur = 0.4});
  const auto regions = LocateMatrix(MapOf(picture), 2);
  ASSERT_FALSE(regions.empty());
  EXPECT_TRUE(Covers(regions[0].Corners(), MiddleOf(picture)));
}

TEST(Locate, AFlatPictureHasNoPlaces) {
  const Image flat = testing::ToImage(cv::Mat(200, 300, CV_8U, cv::Scalar(128)));
  EXPECT_TRUE(LocateLinear(MapOf(flat), 3).empty());
  EXPECT_TRUE(LocateMatrix(MapOf(flat), 3).empty());
}

TEST(LinearRegionOf, TakesTheLongerSideAsReadingDirection) {
  const LinearRegion lying = LinearRegionOf({{{10, 10}, {110, 10}, {110, 40}, {10, 40}}});
  EXPECT_NEAR(lying.length, 100, 0.01);
  EXPECT_NEAR(lying.height, 30, 0.01);
  EXPECT_NEAR(lying.angle, 0, 0.01);
  const LinearRegion standing = LinearRegionOf({{{10, 10}, {40, 10}, {40, 110}, {10, 110}}});
  EXPECT_NEAR(standing.length, 100, 0.01);
  EXPECT_NEAR(std::abs(standing.angle), std::numbers::pi / 2, 0.01);
}

TEST(SamePlace, TellsWhetherOneCoversTheMiddleOfTheOther) {
  const Quad box{{{0, 0}, {100, 0}, {100, 40}, {0, 40}}};
  const Quad line{{{0, 20}, {100, 20}, {100, 21}, {0, 21}}};
  const Quad below{{{0, 80}, {100, 80}, {100, 120}, {0, 120}}};
  EXPECT_TRUE(SamePlace(box, line));
  EXPECT_TRUE(SamePlace(line, box));
  EXPECT_FALSE(SamePlace(box, below));
}

}  // namespace
}  // namespace crossdock::vision::codes
