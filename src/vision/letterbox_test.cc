#include "vision/letterbox.h"

#include <algorithm>
#include <cmath>
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

/// What the detectors' training code does, written out: shrink or enlarge by one factor to touch a side, sides rounded, bilinear between
/// pixel centres, centred, the rest filled with 114.
std::vector<float> Reference(const Image& image, Size bucket) {
  const double scale =
      std::min(static_cast<double>(bucket.width) / image.width(), static_cast<double>(bucket.height) / image.height());
  const auto width = static_cast<int>(std::lround(image.width() * scale));
  const auto height = static_cast<int>(std::lround(image.height() * scale));
  const int left = (bucket.width - width) / 2;
  const int top = (bucket.height - height) / 2;
  std::vector<float> out(static_cast<size_t>(bucket.width) * static_cast<size_t>(bucket.height), 114);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const double at_x = std::clamp((x + 0.5) * image.width() / width - 0.5, 0.0, image.width() - 1.0);
      const double at_y = std::clamp((y + 0.5) * image.height() / height - 0.5, 0.0, image.height() - 1.0);
      const int x0 = static_cast<int>(at_x);
      const int y0 = static_cast<int>(at_y);
      const int x1 = std::min(x0 + 1, image.width() - 1);
      const int y1 = std::min(y0 + 1, image.height() - 1);
      const double upper = image.row(y0)[x0] * (1 - (at_x - x0)) + image.row(y0)[x1] * (at_x - x0);
      const double lower = image.row(y1)[x0] * (1 - (at_x - x0)) + image.row(y1)[x1] * (at_x - x0);
      out[static_cast<size_t>(y + top) * static_cast<size_t>(bucket.width) + static_cast<size_t>(x + left)] =
          static_cast<float>(std::lround(upper * (1 - (at_y - y0)) + lower * (at_y - y0)));
    }
  }
  return out;
}

// The symptom: a model found less in service than in training, because its pictures were scaled or placed another way.
TEST(Letterbox, IsTheReferencesToThePixelInASquareAndInTheSmallestRectangle) {
  for (const Size size : {Size{640, 480}, {333, 517}, {97, 201}, {416, 416}}) {
    const Image image = codec::Pattern(size.width, size.height, 1);
    const double scale = 416.0 / std::max(size.width, size.height);
    const auto to_stride = [&](int side) { return 32 * static_cast<int>(std::ceil(side * scale / 32)); };
    for (const Size bucket : {Size{416, 416}, {to_stride(size.width), to_stride(size.height)}}) {
      std::vector<float> out(3 * static_cast<size_t>(bucket.width) * static_cast<size_t>(bucket.height));
      FillTensor(image, Fit(size, bucket, Placement::kCentred), {}, Resample::kBilinear, out);
      const std::vector<float> reference = Reference(image, bucket);
      for (size_t i = 0; i < reference.size(); ++i)
        ASSERT_NEAR(out[i], reference[i], 1) << size.width << "x" << size.height << " pixel " << i;
    }
  }
}
}  // namespace
}  // namespace crossdock::vision
