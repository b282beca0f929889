#include "vision/letterbox.h"

#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "vision/codec/test_encoders.h"

namespace crossdock::vision {
namespace {

TEST(Letterbox, PositionsComeBackWhereverTheyWent) {
  std::mt19937 random(1);
  std::uniform_int_distribution<int> side(1, 4000);
  for (int i = 0; i < 2000; ++i) {
    const Size picture{side(random), side(random)};
    const Size bucket{32 * (1 + side(random) % 40), 32 * (1 + side(random) % 40)};
    const auto placement = i % 2 == 0 ? Placement::kTopLeft : Placement::kCentred;
    const Letterbox box = Fit(picture, bucket, placement, i % 3 != 0);
    const Point p{static_cast<float>(side(random) % (picture.width + 1)),
                  static_cast<float>(side(random) % (picture.height + 1))};
    const Point back = box.ToPicture(box.ToBucket(p));
    EXPECT_NEAR(back.x, p.x, 1e-3 * (1 + picture.width / 100.0));
    EXPECT_NEAR(back.y, p.y, 1e-3 * (1 + picture.height / 100.0));
  }
}

TEST(Letterbox, ThePicturesEdgesAreTheInnerEdges) {
  const Letterbox box = Fit({333, 777}, {416, 416}, Placement::kCentred);
  EXPECT_EQ(box.inner.height, 416);
  const Point low = box.ToPicture({static_cast<float>(box.left), static_cast<float>(box.top)});
  const Point high =
      box.ToPicture({static_cast<float>(box.left + box.inner.width), static_cast<float>(box.top + box.inner.height)});
  EXPECT_EQ(low.x, 0);
  EXPECT_EQ(low.y, 0);
  EXPECT_FLOAT_EQ(high.x, 333);
  EXPECT_FLOAT_EQ(high.y, 777);
}

TEST(Letterbox, KeepsTheAspectAndEnlargesOnlyWhenAsked) {
  EXPECT_EQ(Fit({200, 100}, {416, 416}, Placement::kTopLeft).inner.width, 416);
  EXPECT_EQ(Fit({200, 100}, {416, 416}, Placement::kTopLeft).inner.height, 208);
  EXPECT_EQ(Fit({200, 100}, {416, 416}, Placement::kTopLeft, false).inner.width, 200);
  EXPECT_EQ(Fit({100000, 1}, {416, 416}, Placement::kTopLeft).inner.height, 1);
}

TEST(Buckets, TheSmallestThatHoldsThePictureElseTheOneThatShrinksItLeast) {
  const Size buckets[] = {{640, 640}, {960, 960}, {1280, 640}, {1280, 1280}};
  EXPECT_EQ(ChooseBucket({600, 600}, buckets), 0u);
  EXPECT_EQ(ChooseBucket({641, 600}, buckets), 2u);
  EXPECT_EQ(ChooseBucket({900, 900}, buckets), 1u);
  EXPECT_EQ(ChooseBucket({1200, 600}, buckets), 2u);
  EXPECT_EQ(ChooseBucket({2560, 1280}, buckets), 2u);
  EXPECT_EQ(ChooseBucket({3000, 3000}, buckets), 3u);
}

TEST(FillTensor, WritesNormalizedPlanesInTheAskedOrderAndPadsTheRest) {
  Image image(2, 1, 3);
  const uint8_t pixels[] = {10, 20, 30, 40, 50, 60};
  std::copy(pixels, pixels + 6, image.mutable_row(0));
  Letterbox box = Fit({2, 1}, {4, 3}, Placement::kCentred, false);
  Normalization normalization{.mean = {1, 2, 3}, .scale = {2, 2, 2}, .bgr = true, .pad = 114};
  std::vector<float> out(36, -1);
  FillTensor(image, box, normalization, Resample::kBilinear, out);
  const auto at = [&](int c, int y, int x) { return out[static_cast<size_t>(12 * c + 4 * y + x)]; };
  EXPECT_EQ(box.left, 1);
  EXPECT_EQ(box.top, 1);
  EXPECT_EQ(at(0, 1, 1), (30 - 1) * 2);
  EXPECT_EQ(at(1, 1, 2), (50 - 2) * 2);
  EXPECT_EQ(at(2, 1, 1), (10 - 3) * 2);
  EXPECT_EQ(at(0, 0, 0), (114 - 1) * 2);
  EXPECT_EQ(at(2, 2, 3), (114 - 3) * 2);
}

TEST(FillTensor, AGreyPictureFillsAllThreePlanes) {
  const Image grey = codec::Pattern(20, 10, 1);
  std::vector<float> out(3 * 200);
  FillTensor(grey, Fit({20, 10}, {20, 10}, Placement::kTopLeft), {}, Resample::kBilinear, out);
  for (size_t i = 0; i < 200; ++i) {
    EXPECT_EQ(out[i], grey.row(static_cast<int>(i) / 20)[i % 20]);
    EXPECT_EQ(out[i], out[i + 200]);
    EXPECT_EQ(out[i], out[i + 400]);
  }
}

TEST(FillTensor, AveragingKeepsThinStrokesThatSamplingLoses) {
  Image image(400, 400, 1);
  for (int y = 0; y < 400; ++y) std::fill_n(image.mutable_row(y), 400, static_cast<uint8_t>(y % 8 == 0 ? 0 : 255));
  const Letterbox box = Fit({400, 400}, {50, 50}, Placement::kTopLeft);
  std::vector<float> sampled(7500), averaged(7500);
  FillTensor(image, box, {}, Resample::kBilinear, sampled);
  FillTensor(image, box, {}, Resample::kAreaWhenSmaller, averaged);
  EXPECT_EQ(sampled[1275], 255);
  EXPECT_NEAR(averaged[1275], 255 * 7 / 8.0, 1);
}
}  // namespace
}  // namespace crossdock::vision
