#include "vision/text_crop.h"

#include <cmath>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

#include "vision/mat.h"

namespace crossdock::vision {
namespace {
/// White, with black bars of the given widths from the left of a line of `height` at (x, y).
Image Page(int width, int height) {
  Image page(width, height, 1);
  cv::Mat mat = MatOf(page);
  mat = cv::Scalar(255);
  return page;
}
void Fill(Image& page, int x, int y, int width, int height, int level = 0) {
  cv::Mat mat = MatOf(page);
  mat(cv::Rect(x, y, width, height)) = cv::Scalar(level);
}
Quad Upright(float x, float y, float width, float height) {
  return {{{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}}};
}

TEST(CropLine, IsAsWideAsTheAspectSaysAndStartsWithTheFirstLetter) {
  Image page = Page(400, 200);
  Fill(page, 100, 50, 24, 24);  // the first square of a line of 240 x 24
  const Image line = CropLine(page, Upright(100, 50, 240, 24));
  EXPECT_EQ(line.height(), kLineHeight);
  EXPECT_EQ(line.width(), 480);
  EXPECT_LT(line.row(24)[20], 10);
  EXPECT_GT(line.row(24)[60], 245);
}

TEST(CropLine, LaysATiltedLineFlat) {
  const float tilt = 20 * std::numbers::pi_v<float> / 180;
  Image page = Page(500, 500);
  cv::Mat mat = MatOf(page);
  const cv::Point2f along(std::cos(tilt), std::sin(tilt)), down(-std::sin(tilt), std::cos(tilt)), start(100, 100);
  std::vector<cv::Point> black;
  for (const auto& p : {start, start + along * 100, start + along * 100 + down * 40, start + down * 40})
    black.emplace_back(p);
  cv::fillConvexPoly(mat, black, cv::Scalar(0));
  const auto at = [&](float a, float d) {
    const cv::Point2f p = start + along * a + down * d;
    return Point{p.x, p.y};
  };
  const Image line = CropLine(page, Quad{{at(0, 0), at(200, 0), at(200, 40), at(0, 40)}});
  EXPECT_EQ(line.width(), 240);
  for (int y = 6; y < 42; y += 6) {
    EXPECT_LT(line.row(y)[60], 20) << y;
    EXPECT_GT(line.row(y)[180], 235) << y;
  }
}

TEST(CropLine, ALineThatRunsDownComesOutReadable) {
  Image page = Page(200, 400);
  Fill(page, 80, 60, 30, 40);  // its first letter, at the top
  const Image line = CropLine(page, Quad{{{110, 60}, {110, 300}, {80, 300}, {80, 60}}});
  EXPECT_EQ(line.width(), 384);
  EXPECT_LT(line.row(24)[20], 10);
  EXPECT_GT(line.row(24)[200], 245);
}

TEST(CropLine, BearsQuadsWithoutAreaAndOutsideThePicture) {
  const Image page = Page(50, 50);
  EXPECT_TRUE(CropLine(page, Quad{}).empty());
  EXPECT_TRUE(CropLine(page, Upright(0, 0, NAN, 10)).empty());
  EXPECT_TRUE(CropLine({}, Upright(0, 0, 10, 10)).empty());
  EXPECT_EQ(CropLine(page, Upright(-500, -500, 100, 20)).width(), 240);
}

TEST(CropLine, ThinStrokesOfLargeLettersSurvive) {
  Image page = Page(2000, 600);
  for (int x = 0; x < 2000; x += 20) Fill(page, x, 0, 4, 600);
  const Image line = CropLine(page, Upright(0, 0, 2000, 480));
  EXPECT_EQ(line.width(), 200);
  int least = 255;
  for (int x = 0; x < line.width(); ++x) least = std::min<int>(least, line.row(24)[x]);
  EXPECT_LT(least, 180);
}

TEST(CropLine, SoftEdgesDoNotRing) {
  Image page = Page(100, 40);
  Fill(page, 0, 0, 50, 40, 100);
  const auto whitest_beside = [&](Edges edges) {
    const Image line = CropLine(page, Upright(0, 10, 100, 8), edges);
    int most = 0, least = 255;
    for (int x = 0; x < line.width() / 2; ++x) least = std::min<int>(least, line.row(24)[x]);
    for (int x = 0; x < line.width(); ++x) most = std::max<int>(most, line.row(24)[x]);
    return std::pair(least, most);
  };
  EXPECT_LT(whitest_beside(Edges::kSharp).first, 95);
  EXPECT_EQ(whitest_beside(Edges::kSoft), std::pair(100, 255));
}

TEST(Turned, TwiceIsTheLineItself) {
  Image line = Page(100, kLineHeight);
  Fill(line, 0, 0, 10, 10);
  const Image turned = Turned(line);
  EXPECT_EQ(turned.row(kLineHeight - 1)[99], 0);
  EXPECT_EQ(turned.row(0)[0], 255);
  EXPECT_EQ(Turned(turned).row(0)[0], 0);
}

TEST(ChooseWidth, TheSmallestThatHoldsTheLine) {
  const int widths[] = {320, 160, 640};
  EXPECT_EQ(ChooseWidth(1, widths), 160);
  EXPECT_EQ(ChooseWidth(160, widths), 160);
  EXPECT_EQ(ChooseWidth(161, widths), 320);
  EXPECT_EQ(ChooseWidth(5000, widths), 640);
}

TEST(Stretched, IsWiderByTheFactorAndAsTall) {
  const Image line(100, kLineHeight, 3);
  EXPECT_EQ(Stretched(line, 1.25f).width(), 125);
  EXPECT_EQ(Stretched(line, 1.25f).height(), kLineHeight);
  EXPECT_EQ(Stretched(Image(1, kLineHeight, 1), 0.1f).width(), 1) << "never to nothing";
}

TEST(SplitLine, CutsBetweenLettersAndLosesNothing) {
  Image line = Page(1000, kLineHeight);
  for (int x = 4; x + 30 <= 1000; x += 40) Fill(line, x, 8, 30, 32);  // letters of 30 with gaps of 10
  const auto pieces = SplitLine(line, 320);
  int width = 0;
  for (const Image& piece : pieces) {
    EXPECT_LE(piece.width(), 320);
    if (width > 0) {
      EXPECT_EQ(line.row(24)[width], 255) << "cut through a letter";
    }
    width += piece.width();
  }
  EXPECT_EQ(width, 1000);
  EXPECT_EQ(SplitLine(line, 1000).size(), 1u);
}

TEST(SplitLine, CutsEvenWhereThereIsNoGap) {
  Image line = Page(3000, kLineHeight);
  Fill(line, 0, 0, 3000, kLineHeight, 7);
  int width = 0;
  for (const Image& piece : SplitLine(line, 640)) width += piece.width();
  EXPECT_EQ(width, 3000);
}

TEST(FillLine, IsNormalizedBlueFirstAndPaddedWithZero) {
  Image line(10, kLineHeight, 3);
  for (int y = 0; y < kLineHeight; ++y) {
    for (int x = 0; x < 10; ++x) {
      const uint8_t rgb[] = {255, 128, 0};
      std::copy(rgb, rgb + 3, line.mutable_row(y) + 3 * x);
    }
  }
  std::vector<float> out(3 * kLineHeight * 16, 9);
  FillLine(line, 16, out);
  const size_t plane = kLineHeight * 16;
  EXPECT_FLOAT_EQ(out[0], -1);
  EXPECT_NEAR(out[plane], 128 / 127.5 - 1, 1e-6);
  EXPECT_FLOAT_EQ(out[2 * plane], 1);
  EXPECT_EQ(out[10], 0);
  EXPECT_EQ(out[2 * plane + 15], 0);
}

TEST(Direction, TurnsOnlyWhenTheNetIsSure) {
  const float upright[] = {0.9f, 0.1f}, unsure[] = {0.2f, 0.8f}, down[] = {0.05f, 0.95f};
  EXPECT_FALSE(IsUpsideDown(upright));
  EXPECT_FALSE(IsUpsideDown(unsure));
  EXPECT_TRUE(IsUpsideDown(down));
  EXPECT_FALSE(IsUpsideDown({}));
}
}  // namespace
}  // namespace crossdock::vision
