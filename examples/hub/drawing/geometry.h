#pragma once

#include <array>
#include <cmath>

namespace crossdock::hub {

/// Pixels; x to the right, y down, the centre of the first pixel at (0.5, 0.5).
struct Point {
  double x = 0;
  double y = 0;
};

/// Clockwise from the thing's own top left.
using Quad = std::array<Point, 4>;

struct Rect {
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;
  Quad Corners() const { return {Point{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}}; }
};

inline Point Centre(const Quad& quad) {
  Point sum;
  for (const Point& corner : quad) sum = {sum.x + corner.x / 4, sum.y + corner.y / 4};
  return sum;
}

/// A plane seen by a camera: row-major 3 × 3 matrix, (x, y, 1) → (u w, v w, w).
struct Homography {
  std::array<double, 9> m{1, 0, 0, 0, 1, 0, 0, 0, 1};

  Point Map(Point p) const {
    const double w = m[6] * p.x + m[7] * p.y + m[8];
    return {(m[0] * p.x + m[1] * p.y + m[2]) / w, (m[3] * p.x + m[4] * p.y + m[5]) / w};
  }
  Quad Map(const Quad& quad) const { return {Map(quad[0]), Map(quad[1]), Map(quad[2]), Map(quad[3])}; }
  /// How much longer a short vertical stroke at `p` gets.
  double VerticalScaleAt(Point p) const {
    const Point a = Map(Point{p.x, p.y - 0.5});
    const Point b = Map(Point{p.x, p.y + 0.5});
    return std::hypot(b.x - a.x, b.y - a.y);
  }
};

/// First `inner`, then `outer`.
inline Homography Compose(const Homography& outer, const Homography& inner) {
  Homography product;
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t column = 0; column < 3; ++column) {
      double sum = 0;
      for (std::size_t k = 0; k < 3; ++k) sum += outer.m[row * 3 + k] * inner.m[k * 3 + column];
      product.m[row * 3 + column] = sum;
    }
  }
  return product;
}

}  // namespace crossdock::hub
