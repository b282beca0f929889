#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "vision/classify.h"
#include "vision/ssd.h"
#include "vision/yolox.h"

namespace crossdock::vision {
namespace {
tensor::TensorView View(const std::vector<float>& values, tensor::Shape shape) {
  return {tensor::DType::kF32, std::move(shape), std::as_bytes(std::span(values))};
}

TEST(Nms, KeepsTheBestOfWhatOverlapsAndEveryLabelApart) {
  const std::vector<Detection> boxes = {
      {0, 0, 10, 10, .5f, 0}, {1, 0, 11, 10, .9f, 0}, {0, 0, 10, 10, .4f, 1}, {50, 50, 60, 60, .3f, 0}};
  const auto kept = Suppress(boxes, {});
  ASSERT_EQ(kept.size(), 3u);
  EXPECT_EQ(kept[0].score, .9f);
  EXPECT_EQ(kept[1].label, 1);
  EXPECT_EQ(Suppress(boxes, {.per_label = false}).size(), 2u);
  EXPECT_EQ(Suppress(boxes, {.max_kept = 1}).size(), 1u);
}

TEST(Nms, DropsWhatIsNotANumber) {
  EXPECT_TRUE(Suppress({{0, 0, NAN, 10, .5f, 0}, {0, 0, 1, 1, NAN, 0}, {0, 0, INFINITY, 1, .5f, 0}}, {}).empty());
}

TEST(Nms, OverlapOverUnionOfKnownBoxes) {
  EXPECT_FLOAT_EQ(OverlapOverUnion({0, 0, 2, 2}, {1, 0, 3, 2}), 2.0f / 6);
  EXPECT_EQ(OverlapOverUnion({0, 0, 1, 1}, {1, 0, 2, 1}), 0);
  EXPECT_EQ(OverlapOverUnion({0, 0, 0, 0}, {0, 0, 0, 0}), 0);
}

/// A head of a 64 x 64 net with two classes: 64 + 16 + 4 cells.
std::vector<float> EmptyHead() { return std::vector<float>(84 * 7, 0); }

TEST(Yolox, PlacesACellOfEveryStrideInThePicture) {
  auto head = EmptyHead();
  const auto set = [&](size_t row, std::vector<float> values) {
    std::copy(values.begin(), values.end(), head.begin() + static_cast<long>(row * 7));
  };
  set(8 * 2 + 3, {0.5f, 0.5f, std::log(2.0f), std::log(1.0f), 0.9f, 0.1f, 1.0f});   // stride 8, cell (3, 2)
  set(64 + 4 * 1 + 2, {0, 0, std::log(0.5f), std::log(0.5f), 0.8f, 1.0f, 0.0f});    // stride 16, cell (2, 1)
  set(64 + 16 + 3, {0.25f, 0, std::log(0.25f), std::log(0.5f), 0.7f, 1.0f, 0.0f});  // stride 32, cell (1, 1)
  const Letterbox box = Fit({128, 128}, {64, 64}, Placement::kTopLeft);
  const auto found = DecodeYoloxGrid(View(head, {1, 84, 7}), box);
  ASSERT_TRUE(found.has_value());
  ASSERT_EQ(found->size(), 3u);
  const Detection& first = (*found)[0];  // centre (28, 20), 16 x 8 in the bucket; twice that in the picture
  EXPECT_FLOAT_EQ(first.left, 40);
  EXPECT_FLOAT_EQ(first.right, 72);
  EXPECT_FLOAT_EQ(first.top, 32);
  EXPECT_FLOAT_EQ(first.bottom, 48);
  EXPECT_EQ(first.label, 1);
  EXPECT_FLOAT_EQ((*found)[1].left, 56);  // centre (32, 16), 8 x 8
  EXPECT_FLOAT_EQ((*found)[2].left, 72);  // centre (40, 32), 8 x 16
  EXPECT_FLOAT_EQ((*found)[2].bottom, 80);
}

TEST(Yolox, ReadsBoxesThatTheNetHasDecoded) {
  std::vector<float> rows(3 * 7, 0);
  const float row[] = {32, 32, 20, 10, 1.0f, 0.6f, 0.2f};
  std::copy(row, row + 7, rows.begin() + 7);
  const Letterbox box = Fit({64, 32}, {64, 64}, Placement::kCentred);  // 16 rows of padding above
  const auto found = DecodeYoloxBoxes(View(rows, {3, 7}), box);
  ASSERT_TRUE(found.has_value());
  ASSERT_EQ(found->size(), 1u);
  EXPECT_FLOAT_EQ((*found)[0].top, 11);
  EXPECT_FLOAT_EQ((*found)[0].score, 0.6f);
  EXPECT_FLOAT_EQ(Corners((*found)[0]).corners[2].x, 42);
}

TEST(Yolox, RefusesAnAnswerOfAnotherShape) {
  const auto head = EmptyHead();
  EXPECT_FALSE(DecodeYoloxGrid(View(head, {1, 84, 7}), Fit({9, 9}, {96, 64}, Placement::kTopLeft)).has_value());
  EXPECT_FALSE(DecodeYoloxGrid(View(head, {2, 42, 7}), Fit({9, 9}, {64, 64}, Placement::kTopLeft)).has_value());
  EXPECT_FALSE(DecodeYoloxBoxes(View(head, {147, 4}), Fit({9, 9}, {64, 64}, Placement::kTopLeft)).has_value());
  EXPECT_FALSE(DecodeYoloxBoxes(View(head, {1, 84, 8}), Fit({9, 9}, {64, 64}, Placement::kTopLeft)).has_value());
}

TEST(Yolox, ANetFullOfNonsenseFindsNothing) {
  std::vector<float> head(84 * 7, NAN);
  EXPECT_TRUE(DecodeYoloxGrid(View(head, {1, 84, 7}), Fit({9, 9}, {64, 64}, Placement::kTopLeft))->empty());
}

TEST(Ssd, MakesThePriorsOfThePaper) {
  const PriorGrid grid{.cells = {2, 1}, .min_size = 0.2f, .max_size = 0.8f, .aspect_ratios = {4}};
  const auto priors = MakePriors({&grid, 1});
  ASSERT_EQ(priors.size(), 8u);
  EXPECT_FLOAT_EQ(priors[0].x, 0.25f);
  EXPECT_FLOAT_EQ(priors[0].y, 0.5f);
  EXPECT_FLOAT_EQ(priors[1].width, 0.4f);
  EXPECT_FLOAT_EQ(priors[2].width, 0.4f);
  EXPECT_FLOAT_EQ(priors[2].height, 0.1f);
  EXPECT_FLOAT_EQ(priors[3].height, 0.4f);
  EXPECT_FLOAT_EQ(priors[4].x, 0.75f);
}

TEST(Ssd, MovesAndStretchesPriorsByTheVariances) {
  const Prior prior{0.5f, 0.5f, 0.2f, 0.4f};
  const float offsets[] = {1, -1, std::log(2.0f) / 0.2f, 0};
  const float scores[] = {0.05f, 0.9f, 0.05f};
  const auto found = DecodeSsd(offsets, scores, {&prior, 1}, Fit({300, 300}, {300, 300}, Placement::kTopLeft));
  ASSERT_TRUE(found.has_value());
  ASSERT_EQ(found->size(), 1u);
  const Detection& box = (*found)[0];  // centre (0.52, 0.46), 0.4 x 0.4
  EXPECT_NEAR(box.left, 96, 1e-3);
  EXPECT_NEAR(box.right, 216, 1e-3);
  EXPECT_NEAR(box.top, 78, 1e-3);
  EXPECT_NEAR(box.bottom, 198, 1e-3);
  EXPECT_EQ(box.label, 1);
  EXPECT_FALSE(DecodeSsd(offsets, scores, {}, Fit({9, 9}, {9, 9}, Placement::kTopLeft)).has_value());
}

TEST(Classify, RanksAndKeepsTheOrderOfEquals) {
  const float scores[] = {0.1f, NAN, 0.7f, 0.1f, 0.2f};
  const auto best = TopK(scores, 3);
  ASSERT_EQ(best.size(), 3u);
  EXPECT_EQ(best[0].label, 2);
  EXPECT_EQ(best[1].label, 4);
  EXPECT_EQ(best[2].label, 0);
  EXPECT_EQ(TopK(scores, 99).size(), 5u);
  EXPECT_TRUE(TopK({}, 5).empty());
}

TEST(Classify, SoftmaxOfLargeLogitsDoesNotOverflow) {
  float logits[] = {1000, 1000, 999};
  Softmax(logits);
  EXPECT_NEAR(logits[0], 0.42232f, 1e-4);
  EXPECT_NEAR(logits[0] + logits[1] + logits[2], 1, 1e-6);
}
}  // namespace
}  // namespace crossdock::vision
