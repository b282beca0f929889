#include "vision/codes/overlap.h"

#include <algorithm>
#include <cmath>

namespace crossdock::vision::codes {
namespace {

double Distance(Point a, Point b) {
  return std::hypot(static_cast<double>(a.x) - static_cast<double>(b.x),
                    static_cast<double>(a.y) - static_cast<double>(b.y));
}

/// Length of the longer side; a code that was read on one scan line is a line.
double Extent(const Quad& quad) {
  return std::max(Distance(quad.corners[0], quad.corners[1]), Distance(quad.corners[1], quad.corners[2]));
}

}  // namespace

Point Middle(const Quad& quad) {
  Point sum;
  for (const Point& p : quad.corners) {
    sum.x += p.x / 4;
    sum.y += p.y / 4;
  }
  return sum;
}

bool Covers(const Quad& quad, Point point, double slack) {
  int left = 0;
  int right = 0;
  for (int i = 0; i < 4; ++i) {
    const Point& a = quad.corners[i];
    const Point& b = quad.corners[(i + 1) % 4];
    const double length = Distance(a, b);
    if (length < 1e-6) continue;
    const double side = ((static_cast<double>(b.x) - static_cast<double>(a.x)) *
                             (static_cast<double>(point.y) - static_cast<double>(a.y)) -
                         (static_cast<double>(b.y) - static_cast<double>(a.y)) *
                             (static_cast<double>(point.x) - static_cast<double>(a.x))) /
                        length;
    left += side > slack;
    right += side < -slack;
  }
  return left == 0 || right == 0;
}

bool SamePlace(const Quad& one, const Quad& other) {
  constexpr double kSlackShare = 0.15;  // of the code's length
  return Covers(one, Middle(other), kSlackShare * Extent(one)) ||
         Covers(other, Middle(one), kSlackShare * Extent(other));
}

}  // namespace crossdock::vision::codes
