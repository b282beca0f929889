#include "vision/text_line_parts.h"

#include <cmath>

#include <gtest/gtest.h>

namespace crossdock::vision {
namespace {
/// A box of `length` x `height` whose text starts at (x, y) and runs `degrees` clockwise from the right.
TextBox Box(float x, float y, float length, float height, float degrees = 0, float score = 0.9f) {
  const float radians = degrees * 3.14159265f / 180;
  const Point along{length * std::cos(radians), length * std::sin(radians)};
  const Point down{-height * std::sin(radians), height * std::cos(radians)};
  return {
      {{{x, y}, {x + along.x, y + along.y}, {x + along.x + down.x, y + along.y + down.y}, {x + down.x, y + down.y}}},
      score};
}

TEST(JoinLineParts, WordsThatAWideSpaceBrokeApartAreOneLineAgain) {
  std::vector<TextBox> boxes{Box(140, 10, 200, 40, 0, 0.7f), Box(20, 10, 130, 42), Box(335, 11, 90, 40)};
  JoinLineParts(boxes);
  ASSERT_EQ(boxes.size(), 1u);
  EXPECT_FLOAT_EQ(boxes[0].quad.corners[0].x, 20);
  EXPECT_FLOAT_EQ(boxes[0].quad.corners[1].x, 425);
  EXPECT_FLOAT_EQ(boxes[0].score, 0.7f);
}

TEST(JoinLineParts, AlsoOnATiltedLineAndOnOneThatRunsDown) {
  for (const float degrees : {-20.0f, 8.0f, 90.0f}) {
    const float radians = degrees * 3.14159265f / 180;
    std::vector<TextBox> boxes{Box(200, 200, 100, 30, degrees),
                               Box(200 + 95 * std::cos(radians), 200 + 95 * std::sin(radians), 80, 30, degrees)};
    JoinLineParts(boxes);
    ASSERT_EQ(boxes.size(), 1u) << degrees;
    EXPECT_NEAR(LengthOf(boxes[0].quad), 175, 1);
  }
}

TEST(JoinLineParts, LeavesApartWhatIsApart) {
  const TextBox box = Box(100, 100, 200, 40);
  for (const TextBox& other :
       {Box(310, 100, 100, 40), Box(290, 125, 100, 40), Box(290, 100, 100, 70), Box(290, 100, 100, 40, 30),
        Box(150, 100, 100, 40), Box(100, 145, 200, 40), Box(0, 0, 0, 0)}) {
    std::vector<TextBox> boxes{box, other};
    JoinLineParts(boxes);
    EXPECT_EQ(boxes.size(), 2u) << other.quad.corners[0].x << ", " << other.quad.corners[0].y;
  }
}
}  // namespace
}  // namespace crossdock::vision
