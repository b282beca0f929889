#pragma once

#include <opencv2/core.hpp>

#include "hub/drawing/dice.h"

namespace crossdock::hub {

/// Drops on the camera's window: small lenses that bend and blur what lies behind, with a bright rim. BGR, in place.
void AddRaindrops(cv::Mat& bgr, int count, Dice& dice);

}  // namespace crossdock::hub
