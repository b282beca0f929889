#include "vision/text_boxes.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <opencv2/imgproc.hpp>

#include "vision/text_line_parts.h"

namespace crossdock::vision {
namespace {
constexpr float kTall = 1.5f;  // height over width from which a box is read downwards

/// Mean of the map inside a rectangle.
float MeanInside(const cv::Mat& map, const cv::RotatedRect& rect) {
  cv::Point2f corners[4];
  rect.points(corners);
  const cv::Rect bounds = rect.boundingRect() & cv::Rect(0, 0, map.cols, map.rows);
  if (bounds.empty()) return 0;
  cv::Mat mask = cv::Mat::zeros(bounds.size(), CV_8UC1);
  std::array<cv::Point, 4> polygon;
  for (size_t i = 0; i < 4; ++i) {
    polygon[i] = {static_cast<int>(corners[i].x) - bounds.x, static_cast<int>(corners[i].y) - bounds.y};
  }
  cv::fillConvexPoly(mask, polygon.data(), 4, cv::Scalar(255));
  return static_cast<float>(cv::mean(map(bounds), mask)[0]);
}

/// Corners clockwise on the screen, the first one top left of the text: the side nearest to horizontal is its top, unless the box is
/// tall, which makes its right side the top.
Quad InReadingOrder(const cv::RotatedRect& rect) {
  float degrees = rect.angle;  // of the width's axis against x, clockwise
  float width = rect.size.width;
  float height = rect.size.height;
  while (degrees > 45) degrees -= 90, std::swap(width, height);
  while (degrees <= -45) degrees += 90, std::swap(width, height);
  if (height >= kTall * width) degrees += 90, std::swap(width, height);
  const float radians = degrees * std::numbers::pi_v<float> / 180;
  const cv::Point2f along = cv::Point2f(std::cos(radians), std::sin(radians)) * (width / 2);
  const cv::Point2f down = cv::Point2f(-std::sin(radians), std::cos(radians)) * (height / 2);
  const cv::Point2f corners[4] = {rect.center - along - down, rect.center + along - down, rect.center + along + down,
                                  rect.center - along + down};
  Quad quad;
  for (size_t i = 0; i < 4; ++i) quad.corners[i] = {corners[i].x, corners[i].y};
  return quad;
}

bool MapFits(const tensor::TensorView& map, const Letterbox& box) {
  const auto pixels = static_cast<size_t>(box.bucket.width) * static_cast<size_t>(box.bucket.height);
  const size_t rank = map.shape.size();
  return map.dtype == tensor::DType::kF32 && rank >= 2 && map.as<float>().size() == pixels &&
         map.shape[rank - 1] == box.bucket.width && map.shape[rank - 2] == box.bucket.height;
}

float Distance(Point a, Point b) { return std::hypot(a.x - b.x, a.y - b.y); }
Point Centre(const Quad& q) {
  Point sum;
  for (const Point& corner : q.corners) sum = {sum.x + corner.x / 4, sum.y + corner.y / 4};
  return sum;
}

/// The tilt of most of the text, weighted by its length; lines that run down do not count.
float CommonTilt(const std::vector<TextBox>& boxes) {
  std::vector<std::pair<float, float>> tilts;  // radians, length
  float total = 0;
  for (const TextBox& box : boxes) {
    const Point from = box.quad.corners[0];
    const Point to = box.quad.corners[1];
    const float tilt = std::atan2(to.y - from.y, to.x - from.x);
    if (std::abs(tilt) > std::numbers::pi_v<float> / 4) continue;
    tilts.emplace_back(tilt, LengthOf(box.quad));
    total += tilts.back().second;
  }
  std::sort(tilts.begin(), tilts.end());
  float before = 0;
  for (const auto& [tilt, length] : tilts) {
    before += length;
    if (before * 2 >= total) return tilt;
  }
  return 0;
}
}  // namespace

float LengthOf(const Quad& q) {
  return (Distance(q.corners[0], q.corners[1]) + Distance(q.corners[3], q.corners[2])) / 2;
}
float HeightOf(const Quad& q) {
  return (Distance(q.corners[0], q.corners[3]) + Distance(q.corners[1], q.corners[2])) / 2;
}

Quad Grown(const Quad& q, float ends, float sides) {
  const float height = HeightOf(q);
  const float length = LengthOf(q);
  if (height <= 0 || length <= 0) return q;
  const Point along{(q.corners[1].x - q.corners[0].x + q.corners[2].x - q.corners[3].x) / 2 * (ends * height / length),
                    (q.corners[1].y - q.corners[0].y + q.corners[2].y - q.corners[3].y) / 2 * (ends * height / length)};
  const Point down{(q.corners[3].x - q.corners[0].x + q.corners[2].x - q.corners[1].x) / 2 * sides,
                   (q.corners[3].y - q.corners[0].y + q.corners[2].y - q.corners[1].y) / 2 * sides};
  const auto moved = [&](Point p, float a, float d) {
    return Point{p.x + a * along.x + d * down.x, p.y + a * along.y + d * down.y};
  };
  return {
      {moved(q.corners[0], -1, -1), moved(q.corners[1], 1, -1), moved(q.corners[2], 1, 1), moved(q.corners[3], -1, 1)}};
}

void SortForReading(std::vector<TextBox>& boxes) {
  const float tilt = CommonTilt(boxes);
  struct Placed {
    TextBox box;
    float across, down, height;
  };
  std::vector<Placed> placed;
  for (const TextBox& box : boxes) {
    const Point centre = Centre(box.quad);
    placed.push_back({box, centre.x * std::cos(tilt) + centre.y * std::sin(tilt),
                      centre.y * std::cos(tilt) - centre.x * std::sin(tilt), HeightOf(box.quad)});
  }
  std::sort(placed.begin(), placed.end(), [](const Placed& a, const Placed& b) { return a.down < b.down; });
  for (auto row = placed.begin(); row != placed.end();) {
    auto end = row + 1;
    while (end != placed.end() && end->down - row->down < std::min(row->height, end->height) / 2) ++end;
    std::sort(row, end, [](const Placed& a, const Placed& b) { return a.across < b.across; });
    row = end;
  }
  for (size_t i = 0; i < boxes.size(); ++i) boxes[i] = placed[i].box;
}

Result<std::vector<TextBox>> FindTextBoxes(const tensor::TensorView& map, const Letterbox& box,
                                           const TextBoxOptions& options) {
  if (!MapFits(map, box)) {
    return Error{ErrorCode::kInternal, "a text map is FP32 of the bucket's " + std::to_string(box.bucket.height) +
                                           " x " + std::to_string(box.bucket.width) + ", not " +
                                           tensor::ToString(map.shape)};
  }
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast): a cv::Mat has no read-only form
  auto* values = const_cast<float*>(map.as<float>().data());
  const cv::Mat whole(box.bucket.height, box.bucket.width, CV_32FC1, values);
  const cv::Mat inner = whole(cv::Rect(box.left, box.top, box.inner.width, box.inner.height));
  cv::Mat mask = inner > options.threshold;
  cv::dilate(mask, mask, cv::Mat::ones(2, 2, CV_8UC1));
  std::vector<std::vector<cv::Point>> contours;
  std::vector<cv::Vec4i> tree;
  cv::findContours(mask, contours, tree, cv::RETR_CCOMP, cv::CHAIN_APPROX_SIMPLE);
  std::vector<TextBox> boxes;
  for (size_t i = 0; i < contours.size() && boxes.size() < static_cast<size_t>(options.max_boxes); ++i) {
    if (tree[i][3] >= 0) continue;  // the rim of a hole
    cv::RotatedRect rect = cv::minAreaRect(contours[i]);
    if (std::min(rect.size.width, rect.size.height) < options.min_side) continue;
    const float score = MeanInside(inner, rect);
    if (!(score >= options.min_score)) continue;
    // Growing a rectangle by a distance and taking the smallest rectangle around the rounded result is the rectangle plus the
    // distance on each side: no polygon clipping is needed.
    const float grow = rect.size.area() * options.unclip_ratio / (2 * (rect.size.width + rect.size.height));
    rect.size += cv::Size2f(2 * grow, 2 * grow);
    rect.center += cv::Point2f(0.5f + static_cast<float>(box.left), 0.5f + static_cast<float>(box.top));
    Quad quad = InReadingOrder(rect);
    for (Point& corner : quad.corners) corner = box.ToPicture(corner);
    boxes.push_back({quad, score});
  }
  JoinLineParts(boxes);
  SortForReading(boxes);
  return boxes;
}

}  // namespace crossdock::vision
