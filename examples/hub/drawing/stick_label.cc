#include "hub/drawing/stick_label.h"

#include <opencv2/imgproc.hpp>

#include "hub/drawing/label.h"

namespace crossdock::hub {

void StickLabel(cv::Mat& picture, const cv::Mat& label_bgra, const Homography& label_to_picture) {
  cv::Mat label;
  cv::cvtColor(label_bgra, label, cv::COLOR_BGRA2BGR);
  // The camera has half the print's resolution: its pixels average, as a bilinear look-up alone would not.
  cv::GaussianBlur(label, label, cv::Size(3, 3), 0.7);
  // OpenCV counts from pixel centres, the geometry here from pixel corners.
  const Homography dots_to_label{
      {1 / kInkPerPixel, 0, 0.5 / kInkPerPixel, 0, 1 / kInkPerPixel, 0.5 / kInkPerPixel, 0, 0, 1}};
  const Homography to_centres{{1, 0, -0.5, 0, 1, -0.5, 0, 0, 1}};
  const Homography whole = Compose(to_centres, Compose(label_to_picture, dots_to_label));
  cv::warpPerspective(label, picture, cv::Mat(3, 3, CV_64FC1, const_cast<double*>(whole.m.data())), picture.size(),
                      cv::INTER_LINEAR, cv::BORDER_TRANSPARENT);
}

}  // namespace crossdock::hub
