#include "vision/planes.h"

#include <array>

namespace crossdock::vision {

void WritePlanes(const cv::Mat& pixels, const Normalization& normalization, const PlaneTarget& target) {
  std::array<cv::Mat, 3> channels{pixels, pixels, pixels};
  if (pixels.channels() == 3) cv::split(pixels, channels.data());
  for (size_t c = 0; c < 3; ++c) {
    cv::Mat plane(pixels.rows, pixels.cols, CV_32FC1, target.first + c * target.plane_floats,
                  target.row_floats * sizeof(float));
    const double scale = normalization.scale[c];
    channels[normalization.bgr ? 2 - c : c].convertTo(plane, CV_32F, scale, -normalization.mean[c] * scale);
  }
}

}  // namespace crossdock::vision
