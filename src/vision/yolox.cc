#include "vision/yolox.h"

#include <algorithm>
#include <cmath>

namespace crossdock::vision {
namespace {
constexpr int kStrides[] = {8, 16, 32};
constexpr size_t kFixedColumns = 5;  // centre, size, object score

/// One picture's rows.
struct Rows {
  std::span<const float> values;
  size_t columns = 0;
  size_t count() const { return values.size() / columns; }
  const float* operator[](size_t i) const { return values.data() + i * columns; }
};

Result<Rows> RowsOf(const tensor::TensorView& output) {
  const auto& shape = output.shape;
  const bool batch_of_one = shape.size() == 3 && shape[0] == 1;
  const auto count = tensor::ElementCount(shape);
  if (output.dtype != tensor::DType::kF32 || !(shape.size() == 2 || batch_of_one) || !count ||
      shape.back() <= static_cast<int64_t>(kFixedColumns) || output.as<float>().size() != static_cast<size_t>(*count)) {
    return Error{ErrorCode::kInternal, "a YOLOX answer is FP32 [1,n,5+classes], not " + tensor::ToString(shape)};
  }
  return Rows{output.as<float>(), static_cast<size_t>(shape.back())};
}

/// The best class, if it reaches the score.
bool Score(const float* row, size_t columns, float min_score, Detection& found) {
  if (!(row[4] >= min_score)) return false;  // class scores are at most 1
  const float* best = std::max_element(row + kFixedColumns, row + columns);
  found.score = row[4] * *best;
  found.label = static_cast<int>(best - (row + kFixedColumns));
  return found.score >= min_score;
}

/// From centre and size in the bucket to sides in the picture.
void Place(float x, float y, float width, float height, const Letterbox& box, Detection& found) {
  const Point low = box.Clamped(box.ToPicture({x - width / 2, y - height / 2}));
  const Point high = box.Clamped(box.ToPicture({x + width / 2, y + height / 2}));
  found.left = low.x;
  found.top = low.y;
  found.right = high.x;
  found.bottom = high.y;
}
}  // namespace

Normalization YoloxBgr255() { return {.bgr = true}; }

Normalization YoloxRgb1() { return {.scale = {1 / 255.0f, 1 / 255.0f, 1 / 255.0f}}; }

Result<std::vector<Detection>> DecodeYoloxGrid(const tensor::TensorView& output, const Letterbox& box,
                                               const YoloxOptions& options) {
  const auto rows = RowsOf(output);
  if (!rows) return rows.error();
  size_t expected = 0;
  for (const int stride : kStrides)
    expected += static_cast<size_t>(box.bucket.width / stride) * static_cast<size_t>(box.bucket.height / stride);
  if (rows->count() != expected) {
    return Error{ErrorCode::kInternal, "a YOLOX grid of " + std::to_string(box.bucket.width) + " x " +
                                           std::to_string(box.bucket.height) + " has " + std::to_string(expected) +
                                           " cells, not " + std::to_string(rows->count())};
  }
  std::vector<Detection> found;
  size_t i = 0;
  for (const int stride : kStrides) {
    const auto step = static_cast<float>(stride);
    for (int y = 0; y < box.bucket.height / stride; ++y) {
      for (int x = 0; x < box.bucket.width / stride; ++x, ++i) {
        const float* row = (*rows)[i];
        Detection detection;
        if (!Score(row, rows->columns, options.min_score, detection)) continue;
        Place((row[0] + static_cast<float>(x)) * step, (row[1] + static_cast<float>(y)) * step, std::exp(row[2]) * step,
              std::exp(row[3]) * step, box, detection);
        found.push_back(detection);
      }
    }
  }
  return Suppress(std::move(found), options.nms);
}

Result<std::vector<Detection>> DecodeYoloxBoxes(const tensor::TensorView& output, const Letterbox& box,
                                                const YoloxOptions& options) {
  const auto rows = RowsOf(output);
  if (!rows) return rows.error();
  std::vector<Detection> found;
  for (size_t i = 0; i < rows->count(); ++i) {
    const float* row = (*rows)[i];
    Detection detection;
    if (!Score(row, rows->columns, options.min_score, detection)) continue;
    Place(row[0], row[1], row[2], row[3], box, detection);
    found.push_back(detection);
  }
  return Suppress(std::move(found), options.nms);
}

}  // namespace crossdock::vision
