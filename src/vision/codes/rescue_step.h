#pragma once

#include <functional>
#include <string>
#include <vector>

#include <opencv2/core/mat.hpp>

#include "base/result.h"
#include "vision/codes/ballot.h"
#include "vision/codes/frame.h"
#include "vision/codes/locate.h"

namespace crossdock::vision::codes {

/// One try at one place: a variation of its pixels, and what it gave cast into the ballot.
struct RescueStep {
  int tier;  ///< 0 cheap and promising, up to kTiers - 1; a tier is done at all places before the next one begins
  std::function<Status(Ballot&)> run;
};
inline constexpr int kTiers = 3;

/// Tries for a linear code in the grey picture (CV_8U), which must outlive them. `formats` as in `ScanSettings`.
std::vector<RescueStep> LinearSteps(const cv::Mat& grey, const LinearRegion& region, const std::string& formats);

/// Tries for a matrix code.
std::vector<RescueStep> MatrixSteps(const cv::Mat& grey, const MatrixRegion& region, const std::string& formats);

/// The number of an EAN-13 or UPC-A with the add-on that stands behind it, if two variations agree on one; else the number alone.
/// `main` is the number without add-on, corners in the picture's pixels; `height` is that of the place along the bars.
Result<std::string> WithAddOn(const cv::Mat& grey, const Reading& main, double height);

/// Scans `pixels` (CV_8U), maps what was read through `frame` into the picture, and casts it.
Status ScanAndCast(const cv::Mat& pixels, const Frame& frame, const ScanSettings& settings,
                   const std::string& variation, Ballot& ballot);

}  // namespace crossdock::vision::codes
