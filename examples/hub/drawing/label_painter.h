#pragma once

#include <opencv2/core.hpp>

#include "hub/drawing/label.h"

namespace crossdock::hub {

/// Prints a label: BGRA, `kInkPerPixel` dots for every label pixel.
cv::Mat PaintLabel(Typesetter& typesetter, const Label& label);

}  // namespace crossdock::hub
