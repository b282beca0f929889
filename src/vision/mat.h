#pragma once

#include <opencv2/core.hpp>

#include "vision/image.h"

namespace crossdock::vision {

/// OpenCV's view of the same pixels. Only the module's own sources include this.
inline cv::Mat MatOf(const Image& image) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast): a cv::Mat has no read-only form; callers that only read pass it as const
  auto* pixels = const_cast<uint8_t*>(image.row(0));
  return cv::Mat(image.height(), image.width(), CV_8UC(image.channels()), pixels, image.stride_bytes());
}

}  // namespace crossdock::vision
