#pragma once

#include <vector>

#include <opencv2/core.hpp>

#include "base/result.h"

namespace crossdock::hub {

/// A picture (BGR) as a camera sends it, with its colours halved each way.
/// errors    kInternal: it could not be compressed
Result<std::vector<unsigned char>> CompressJpeg(const cv::Mat& bgr, int quality);

}  // namespace crossdock::hub
