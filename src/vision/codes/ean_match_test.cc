#include "vision/codes/ean_match.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "vision/codes/test_code_pictures.h"

namespace crossdock::vision::codes {
namespace {

const EanLayout& Layout(std::string_view format) {
  return *std::find_if(EanLayouts().begin(), EanLayouts().end(),
                       [&](const EanLayout& l) { return l.format == format; });
}

/// The brightness along the middle of a drawn code.
std::vector<float> RowOf(std::string_view format, std::string_view digits, const testing::Camera& camera) {
  const Image picture = testing::PictureOf(format, digits, camera);
  const uint8_t* row = picture.row(picture.height() / 2);
  return {row, row + picture.width()};
}

TEST(MatchEan, ReadsThroughBlurNearlyAsWideAsAModule) {
  for (const double blur : {0.3, 0.6, 0.8}) {
    const auto match = MatchEan(Layout("EAN-13"), RowOf("EAN-13", "400638133393", {.module = 4, .blur = blur}));
    ASSERT_TRUE(match) << blur;
    EXPECT_EQ(match->text, "4006381333931") << blur;
    EXPECT_GT(match->score, 0.9);
    EXPECT_NEAR(match->end - match->begin, 95 * 4, 8);
  }
}

TEST(MatchEan, ReadsTheShorterSymbols) {
  EXPECT_EQ(MatchEan(Layout("EAN-8"), RowOf("EAN-8", "9638507", {.module = 4, .blur = 0.5}))->text, "96385074");
  EXPECT_EQ(MatchEan(Layout("UPC-E"), RowOf("UPC-E", "01234565", {.module = 4, .blur = 0.5}))->text, "0012345000065");
}

TEST(MatchEan, ARowWithoutGuardsGivesNothing) {
  EXPECT_FALSE(MatchEan(Layout("EAN-13"), std::vector<float>(600, 128)));
  std::vector<float> slope(600);
  for (size_t i = 0; i < slope.size(); ++i) slope[i] = static_cast<float>(i) / 3;
  EXPECT_FALSE(MatchEan(Layout("EAN-13"), slope));
  EXPECT_FALSE(MatchEan(Layout("EAN-13"), std::vector<float>(40, 0)));
}

TEST(MatchEan, NoiseIsNeverMatchedClearly) {
  cv::RNG random(3);
  for (int i = 0; i < 50; ++i) {
    cv::Mat noise(1, 500, CV_32F);
    random.fill(noise, cv::RNG::UNIFORM, 0, 255);
    cv::GaussianBlur(noise, noise, cv::Size(9, 1), 2);
    const auto match = MatchEan(Layout("EAN-13"), std::span(noise.ptr<float>(0), 500));
    EXPECT_LT(match ? match->score : 0, 0.93);
  }
}

}  // namespace
}  // namespace crossdock::vision::codes
