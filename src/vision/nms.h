#pragma once

#include <vector>

#include "vision/image.h"

namespace crossdock::vision {

/// An upright box around something, in whichever pixels the function that returns it says.
struct Detection {
  float left = 0;
  float top = 0;
  float right = 0;
  float bottom = 0;
  float score = 0;
  int label = 0;
};

/// Area of the overlap over area of the union; 0 for empty boxes.
float OverlapOverUnion(const Detection& a, const Detection& b);

struct NmsOptions {
  float max_overlap = 0.45f;
  bool per_label = true;      // boxes of different labels do not suppress each other
  int max_candidates = 1000;  // only the best so many are looked at: bounds the quadratic work
  int max_kept = 100;
};

/// Greedy non-maximum suppression. Best first; boxes with a coordinate or score that is not finite are dropped.
std::vector<Detection> Suppress(std::vector<Detection> boxes, const NmsOptions& options);

/// The box's corners, clockwise from its top left.
Quad Corners(const Detection& box);

}  // namespace crossdock::vision
