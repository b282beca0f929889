#pragma once

#include <opencv2/core.hpp>

#include "hub/drawing/dice.h"
#include "hub/drawing/exposure.h"

namespace crossdock::hub {

/// Takes the picture: light, wet, window, lens, sensor, in the order in which light meets them. BGR, in place.
void Expose(cv::Mat& bgr, const Exposure& exposure, Dice& dice);

}  // namespace crossdock::hub
