#pragma once

#include <opencv2/core.hpp>

#include "hub/drawing/dice.h"
#include "hub/drawing/pose.h"

namespace crossdock::hub {

/// The belt and the parcel on it, still without label: BGR, as large as the pose's picture.
cv::Mat PaintParcel(const Pose& pose, Shape shape, Dice& dice);

}  // namespace crossdock::hub
