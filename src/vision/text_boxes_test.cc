#include "vision/text_boxes.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

namespace crossdock::vision {
namespace {
tensor::TensorView View(const cv::Mat& map) {
  return {tensor::DType::kF32,
          {1, 1, map.rows, map.cols},
          {reinterpret_cast<const std::byte*>(map.data), map.total() * sizeof(float)}};
}

cv::Mat EmptyMap(int width, int height) { return cv::Mat::zeros(height, width, CV_32FC1); }

void Draw(cv::Mat& map, float x, float y, float width, float height, float degrees, double value = 0.9) {
  cv::Point2f corners[4];
  cv::RotatedRect({x, y}, {width, height}, degrees).points(corners);
  std::vector<cv::Point> polygon;
  for (const auto& corner : corners) polygon.emplace_back(cvRound(corner.x), cvRound(corner.y));
  cv::fillConvexPoly(map, polygon, cv::Scalar(value));
}

float Tilt(const Quad& q) {
  return std::atan2(q.corners[1].y - q.corners[0].y, q.corners[1].x - q.corners[0].x) * 180 / std::numbers::pi_v<float>;
}

TEST(TextBoxes, GrowsALineByItsAreaOverItsPerimeterAndMapsItBack) {
  cv::Mat map = EmptyMap(320, 160);
  map(cv::Rect(50, 40, 200, 20)) = 0.9f;
  const Letterbox box = Fit({640, 320}, {320, 160}, Placement::kTopLeft);
  const auto found = FindTextBoxes(View(map), box, {.unclip_ratio = 1.5f});
  ASSERT_TRUE(found.has_value());
  ASSERT_EQ(found->size(), 1u);
  const Quad& quad = (*found)[0].quad;
  const float grow = 200 * 20 * 1.5f / (2 * (200 + 20));
  EXPECT_NEAR(quad.corners[0].x, 2 * (50 - grow), 3);
  EXPECT_NEAR(quad.corners[0].y, 2 * (40 - grow), 3);
  EXPECT_NEAR(quad.corners[2].x, 2 * (250 + grow), 3);
  EXPECT_NEAR(quad.corners[2].y, 2 * (60 + grow), 3);
  EXPECT_NEAR((*found)[0].score, 0.9f, 0.06f);
}

TEST(TextBoxes, CornersStartWhereReadingStartsWhateverTheTilt) {
  for (const float degrees : {-30.0f, -8.0f, 0.0f, 8.0f, 30.0f, 44.0f}) {
    cv::Mat map = EmptyMap(400, 400);
    Draw(map, 200, 200, 240, 24, degrees);
    const auto found = FindTextBoxes(View(map), Fit({400, 400}, {400, 400}, Placement::kTopLeft));
    ASSERT_EQ(found->size(), 1u) << degrees;
    EXPECT_NEAR(Tilt((*found)[0].quad), degrees, 1.5f);
    EXPECT_GT(LengthOf((*found)[0].quad), 4 * HeightOf((*found)[0].quad));
  }
}

TEST(TextBoxes, ATallBoxIsReadDownwards) {
  cv::Mat map = EmptyMap(200, 400);
  map(cv::Rect(80, 60, 24, 240)) = 0.9f;
  const auto found = FindTextBoxes(View(map), Fit({200, 400}, {200, 400}, Placement::kTopLeft));
  ASSERT_EQ(found->size(), 1u);
  const Quad& quad = (*found)[0].quad;
  EXPECT_NEAR(Tilt(quad), 90, 1);                   // along the text is down
  EXPECT_GT(quad.corners[0].x, quad.corners[3].x);  // its top side is on the right
  EXPECT_GT(LengthOf(quad), 3 * HeightOf(quad));
}

TEST(TextBoxes, LeavesOutWhatIsFaintTinyOrPadding) {
  cv::Mat map = EmptyMap(320, 320);
  map(cv::Rect(20, 20, 100, 16)) = 0.4f;   // above the threshold, below the score
  map(cv::Rect(20, 80, 60, 2)) = 0.9f;     // too flat
  map(cv::Rect(20, 200, 100, 16)) = 0.9f;  // in the padding below a flat picture
  const auto found = FindTextBoxes(View(map), Fit({320, 160}, {320, 320}, Placement::kTopLeft));
  ASSERT_TRUE(found.has_value());
  EXPECT_TRUE(found->empty());
}

TEST(TextBoxes, FindsALineInsideAFrameOfText) {
  cv::Mat map = EmptyMap(320, 320);
  cv::rectangle(map, cv::Rect(10, 10, 300, 300), cv::Scalar(0.9), 6);
  map(cv::Rect(100, 150, 120, 20)) = 0.9f;
  const auto found = FindTextBoxes(View(map), Fit({320, 320}, {320, 320}, Placement::kTopLeft));
  ASSERT_EQ(found->size(), 1u);  // the frame's own box is mostly empty
  EXPECT_NEAR((*found)[0].quad.corners[0].x, 100, 20);
}

TEST(TextBoxes, ReadsRowsFromTopToBottomAndLeftToRightOnATiltedPage) {
  const float tilt = 8 * std::numbers::pi_v<float> / 180;
  cv::Mat map = EmptyMap(1200, 900);
  std::vector<cv::Point2f> expected;
  for (int row = 0; row < 5; ++row) {
    for (int column = 0; column < 3; ++column) {
      const float x = 200 + 350.0f * static_cast<float>(column);
      const float y = 120 + 60.0f * static_cast<float>(row);
      expected.emplace_back(x * std::cos(tilt) - y * std::sin(tilt) + 60, x * std::sin(tilt) + y * std::cos(tilt));
      Draw(map, expected.back().x, expected.back().y, 250, 20, 8);
    }
  }
  const auto found = FindTextBoxes(View(map), Fit({1200, 900}, {1200, 900}, Placement::kTopLeft));
  ASSERT_EQ(found->size(), expected.size());
  for (size_t i = 0; i < expected.size(); ++i) {
    const Quad& quad = (*found)[i].quad;
    EXPECT_NEAR((quad.corners[0].x + quad.corners[2].x) / 2, expected[i].x, 3) << i;
    EXPECT_NEAR((quad.corners[0].y + quad.corners[2].y) / 2, expected[i].y, 3) << i;
  }
}

TEST(TextBoxes, RefusesAMapOfAnotherSizeAndBearsNonsense) {
  cv::Mat map = EmptyMap(64, 32);
  EXPECT_FALSE(FindTextBoxes(View(map), Fit({64, 64}, {64, 64}, Placement::kTopLeft)).has_value());
  map = NAN;
  EXPECT_TRUE(FindTextBoxes(View(map), Fit({64, 32}, {64, 32}, Placement::kTopLeft))->empty());
}

TEST(TextBoxes, GrowsAlongTheQuadsOwnAxes) {
  const Quad tilted{{{0, 0}, {30, 40}, {22, 46}, {-8, 6}}};  // 50 long, 10 tall
  EXPECT_FLOAT_EQ(LengthOf(tilted), 50);
  EXPECT_FLOAT_EQ(HeightOf(tilted), 10);
  const Quad grown = Grown(tilted, 0.5f, 0.1f);
  EXPECT_FLOAT_EQ(LengthOf(grown), 60);
  EXPECT_FLOAT_EQ(HeightOf(grown), 12);
  EXPECT_FLOAT_EQ(grown.corners[0].x, 0 - 3 + 0.8f);
  EXPECT_FLOAT_EQ(grown.corners[0].y, 0 - 4 - 0.6f);
}
}  // namespace
}  // namespace crossdock::vision
