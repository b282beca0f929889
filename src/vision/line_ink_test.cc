#include "vision/line_ink.h"

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

#include "vision/mat.h"

namespace crossdock::vision {
namespace {
/// Three letters of 20 by 30 pixels in the middle of columns 20, 60 and 100, a dot at 140 and a bar across the whole height at 180.
Image ThreeLetters() {
  Image line(200, 48, 3);
  cv::Mat pixels = MatOf(line);
  pixels = cv::Scalar(230, 230, 230);
  for (const int x : {20, 60, 100}) cv::rectangle(pixels, cv::Rect(x - 10, 10, 20, 30), cv::Scalar(20, 20, 20), 3);
  cv::rectangle(pixels, cv::Rect(138, 34, 5, 5), cv::Scalar(20, 20, 20), cv::FILLED);
  cv::rectangle(pixels, cv::Rect(178, 0, 5, 48), cv::Scalar(20, 20, 20), cv::FILLED);
  return line;
}

TEST(LineInk, FindsTheLetterThatStandsInAColumn) {
  const LineInk ink(ThreeLetters());
  const auto letter = ink.At(64);
  ASSERT_TRUE(letter);
  EXPECT_NEAR(letter->left, 50, 2);
  EXPECT_NEAR(letter->height(), 33, 2);
  EXPECT_EQ(letter->middle, 0) << "hollow";
  EXPECT_FALSE(ink.At(40)) << "between two letters";
  EXPECT_FALSE(ink.At(140)) << "a dot is no letter";
  EXPECT_FALSE(ink.At(180)) << "nor is an edge";
}

TEST(LineInk, CountsWhatNoLetterCovers) {
  const LineInk ink(ThreeLetters());
  const LineInk::Covered first{20, 8}, second{62, 8}, third{100, 8};
  const LineInk::Covered all[] = {first, second, third};
  const LineInk::Covered without_second[] = {first, third};
  const LineInk::Covered wide[] = {{40, 24}, third};
  EXPECT_EQ(ink.CountUnread(all), 0);
  EXPECT_EQ(ink.CountUnread(without_second), 1);
  EXPECT_EQ(ink.CountUnread(wide), 0) << "an ideograph is made of several pieces";
  EXPECT_EQ(ink.CountUnread({}), 3);
}

TEST(LineInk, AnEmptyLineHasNone) {
  EXPECT_EQ(LineInk(Image()).CountUnread({}), 0);
  EXPECT_FALSE(LineInk(Image()).At(0));
}

}  // namespace
}  // namespace crossdock::vision
