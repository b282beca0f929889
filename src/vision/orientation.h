#pragma once

#include "vision/image.h"

namespace crossdock::vision {

/// Turns stored pixels upright. `exif_orientation` is 1..8 as EXIF counts: 2 mirrored, 3 upside down, 4 mirrored upside down,
/// 5 transposed, 6 to be turned right, 7 transposed the other way, 8 to be turned left.
Image Upright(const Image& stored, int exif_orientation);

/// Whether the upright picture's x (y) axis runs against the stored axis that it comes from.
bool FlipsX(int exif_orientation);
bool FlipsY(int exif_orientation);

}  // namespace crossdock::vision
