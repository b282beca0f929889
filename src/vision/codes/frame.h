#pragma once

#include "vision/image.h"

namespace crossdock::vision::codes {

/// Where a variation of the picture lies in the picture: an affine map from the variation's pixels to the picture's.
///   X = a x + b y + c,  Y = d x + e y + f
/// Both sides use the outer corner of the top left pixel as (0, 0).
struct Frame {
  double a = 1, b = 0, c = 0;
  double d = 0, e = 1, f = 0;

  Point Map(Point p) const {
    return {static_cast<float>(a * static_cast<double>(p.x) + b * static_cast<double>(p.y) + c),
            static_cast<float>(d * static_cast<double>(p.x) + e * static_cast<double>(p.y) + f)};
  }
  Quad Map(const Quad& quad) const {
    return {{Map(quad.corners[0]), Map(quad.corners[1]), Map(quad.corners[2]), Map(quad.corners[3])}};
  }
  /// The map that applies `inner` first and then this one.
  Frame After(const Frame& inner) const {
    return {a * inner.a + b * inner.d, a * inner.b + b * inner.e, a * inner.c + b * inner.f + c,
            d * inner.a + e * inner.d, d * inner.b + e * inner.e, d * inner.c + e * inner.f + f};
  }
};

/// A part of the picture that begins at (x, y).
inline Frame Shift(double x, double y) { return {1, 0, x, 0, 1, y}; }
/// A variation whose pixels are (sx, sy) of the picture's pixels wide and high.
inline Frame Scale(double sx, double sy) { return {sx, 0, 0, 0, sy, 0}; }

}  // namespace crossdock::vision::codes
