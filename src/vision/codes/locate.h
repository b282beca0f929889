#pragma once

#include <vector>

#include "vision/codes/gradient_map.h"

namespace crossdock::vision::codes {

/// A place that looks like the bars of a linear code, in pixels of the picture.
struct LinearRegion {
  Point middle;
  double angle = 0;  ///< radians from the x axis to the reading direction (or its opposite), which runs across the bars
  double length = 0;  ///< along the reading direction
  double height = 0;  ///< along the bars
  double score = 0;   ///< how much it looks like one; the best first

  /// A point by its distance from the middle along and across the reading direction.
  Point At(double along, double across) const;
  Quad Corners() const;
};

/// A place with fine structure in two directions, in pixels of the picture.
struct MatrixRegion {
  int x = 0, y = 0, width = 0, height = 0;
  double score = 0;

  Quad Corners() const;
};

/// At most `most` of each, best first. Text and pattern qualify too: these are guesses that reading must prove.
std::vector<LinearRegion> LocateLinear(const GradientMap& map, int most);
std::vector<MatrixRegion> LocateMatrix(const GradientMap& map, int most);

/// The upright or turned rectangle around a quadrilateral that somebody else found; its longer side is the reading direction.
LinearRegion LinearRegionOf(const Quad& quad);
MatrixRegion MatrixRegionOf(const Quad& quad);

}  // namespace crossdock::vision::codes
