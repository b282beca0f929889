#pragma once

#include <opencv2/core.hpp>

#include "hub/drawing/geometry.h"

namespace crossdock::hub {

/// Lays the printed label (BGRA, as PaintLabel gives it) onto what the camera sees (BGR).
void StickLabel(cv::Mat& picture, const cv::Mat& label_bgra, const Homography& label_to_picture);

}  // namespace crossdock::hub
