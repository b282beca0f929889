#include "vision/orientation.h"

#include "vision/mat.h"

namespace crossdock::vision {

bool FlipsX(int o) { return o == 2 || o == 3 || o == 6 || o == 7; }
bool FlipsY(int o) { return o == 3 || o == 4 || o == 7 || o == 8; }

Image Upright(const Image& stored, int exif_orientation) {
  if (exif_orientation <= 1 || exif_orientation > 8) return stored;
  const bool swap = exif_orientation >= 5;
  Image upright(swap ? stored.height() : stored.width(), swap ? stored.width() : stored.height(), stored.channels());
  cv::Mat from = MatOf(stored);
  cv::Mat to = MatOf(upright);
  if (swap) {
    cv::transpose(from, to);
    from = to;
  }
  const bool x = FlipsX(exif_orientation);
  const bool y = FlipsY(exif_orientation);
  if (x || y) cv::flip(from, to, x && y ? -1 : x ? 1 : 0);
  return upright;
}

}  // namespace crossdock::vision
