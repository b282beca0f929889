#pragma once

#include <cstddef>

#include <opencv2/core.hpp>

#include "vision/letterbox.h"

namespace crossdock::vision {

/// Where three planes of floats begin, and how many floats lie between their rows and between the planes.
struct PlaneTarget {
  float* first = nullptr;
  size_t row_floats = 0;
  size_t plane_floats = 0;
};

/// Interleaved 8-bit pixels (1 or 3 channels, R first) to normalized planes. Only the module's own sources include this.
void WritePlanes(const cv::Mat& pixels, const Normalization& normalization, const PlaneTarget& target);

}  // namespace crossdock::vision
