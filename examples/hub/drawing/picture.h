#pragma once

#include <vector>

#include <opencv2/core.hpp>

#include "base/result.h"
#include "hub/drawing/truth.h"
#include "hub/drawing/typesetter.h"

namespace crossdock::hub {

/// One picture of a shift.
struct DrawnPicture {
  std::vector<unsigned char> jpeg;
  PictureTruth truth;
  cv::Mat label;                // BGRA, as printed, before any camera saw it: for tests
  Homography label_to_picture;  // label pixels (half a printed dot each way, see kInkPerPixel) → picture pixels
};

/// Draws picture `index` of the shift `seed`: the same bytes every time on one machine. One thread per typesetter.
/// errors    kInvalidArgument, kInternal: a code or the JPEG could not be made
Result<DrawnPicture> DrawPicture(Typesetter& typesetter, uint64_t seed, int index);

}  // namespace crossdock::hub
