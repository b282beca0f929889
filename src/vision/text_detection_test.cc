#include "vision/text_detection.h"

#include <gtest/gtest.h>

namespace crossdock::vision {
namespace {
const Size kBuckets[] = {{736, 736}, {1280, 960}, {960, 1280}, {2016, 736}};

Letterbox Plan(int width, int height) { return PlanTextDetection({width, height}, kBuckets); }

TEST(PlanTextDetection, ShowsACamerasPictureAsItIs) {
  const Letterbox box = Plan(1280, 960);
  EXPECT_EQ(box.inner.width, 1280);
  EXPECT_EQ(box.inner.height, 960);
  EXPECT_EQ(box.bucket.width, 1280);
}

TEST(PlanTextDetection, EnlargesASmallPictureUntilItsShortSideIsLongEnough) {
  const Letterbox box = Plan(400, 368);
  EXPECT_EQ(box.inner.width, 800);
  EXPECT_EQ(box.inner.height, 736);
}

TEST(PlanTextDetection, ALineThatFillsItsPictureIsNotBlownUpBeyondWhatTheNetTakesForLetters) {
  const Letterbox box = Plan(65, 11);
  EXPECT_EQ(box.inner.width, 260);
  EXPECT_EQ(box.inner.height, 44);
  EXPECT_EQ(box.bucket.width, 736);
}

TEST(PlanTextDetection, ALongPictureKeepsItsAspectWithinTheLongestSide) {
  const Letterbox box = Plan(1167, 54);
  EXPECT_NEAR(box.inner.width, 2016, 10);
  EXPECT_NEAR(box.inner.height, 93, 1);
}

TEST(PlanTextDetection, APictureLargerThanAllBucketsIsShrunkIntoTheBestOne) {
  const Letterbox box = Plan(3000, 4000);
  EXPECT_EQ(box.bucket.height, 1280);
  EXPECT_EQ(box.inner.height, 1280);
  EXPECT_EQ(box.inner.width, 960);
}
}  // namespace
}  // namespace crossdock::vision
