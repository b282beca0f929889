#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "vision/codes/strip.h"

namespace crossdock::vision::codes {
namespace {

constexpr float kAlike = 0.5f;
constexpr int kStride = 4;  // samples; correlation needs no finer ones

/// Correlation of two rows of which the second is displaced.
float Correlation(std::span<const float> one, std::span<const float> other, int displacement) {
  const int size = static_cast<int>(one.size());
  float n = 0, x = 0, xx = 0, y = 0, yy = 0, xy = 0;
  for (int i = std::max(0, -displacement); i < std::min(size, size - displacement); i += kStride) {
    const float a = one[static_cast<size_t>(i)];
    const float b = other[static_cast<size_t>(i + displacement)];
    n += 1;
    x += a;
    xx += a * a;
    y += b;
    yy += b * b;
    xy += a * b;
  }
  const float vx = xx - x * x / n;
  const float vy = yy - y * y / n;
  return vx <= 0 || vy <= 0 ? 0 : (xy - x * y / n) / std::sqrt(vx * vy);
}

}  // namespace

int CountEdges(std::span<const float> row) {
  const auto [dark, bright] = std::minmax_element(row.begin(), row.end());
  const float low = *dark + 0.4f * (*bright - *dark);
  const float high = *dark + 0.6f * (*bright - *dark);
  int edges = 0;
  bool is_dark = row.front() < low;
  for (float value : row) {
    if (is_dark ? value <= high : value >= low) continue;
    is_dark = !is_dark;
    ++edges;
  }
  return edges;
}

int CountAlikeBands(const cv::Mat& even, int reach, int least_edges) {
  int alike = 0;
  for (int band = 0; band + 1 < even.rows; ++band) {
    const std::span<const float> one(even.ptr<float>(band), static_cast<size_t>(even.cols));
    const std::span<const float> other(even.ptr<float>(band + 1), static_cast<size_t>(even.cols));
    if (CountEdges(one) < least_edges || CountEdges(other) < least_edges) continue;
    float best = 0;
    for (int d = -reach; d <= reach && best < kAlike; d += kStride) best = std::max(best, Correlation(one, other, d));
    if (best >= kAlike) ++alike;
  }
  return alike;
}

}  // namespace crossdock::vision::codes
