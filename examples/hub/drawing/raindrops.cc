#include "hub/drawing/raindrops.h"

#include <algorithm>
#include <cmath>

namespace crossdock::hub {
namespace {

void AddDrop(cv::Mat& bgr, double cx, double cy, double radius) {
  const int left = std::max(0, static_cast<int>(cx - radius));
  const int right = std::min(bgr.cols - 1, static_cast<int>(cx + radius));
  const int top = std::max(0, static_cast<int>(cy - radius));
  const int bottom = std::min(bgr.rows - 1, static_cast<int>(cy + radius));
  if (left >= right || top >= bottom) return;
  const cv::Mat behind = bgr(cv::Rect(left, top, right - left + 1, bottom - top + 1)).clone();
  for (int y = top; y <= bottom; ++y) {
    for (int x = left; x <= right; ++x) {
      const double dx = (x - cx) / radius;
      const double dy = (y - cy) / radius;
      const double r = std::hypot(dx, dy);
      if (r >= 1) continue;
      // A drop is a weak lens: its middle shows what lies there, its rim what lies further in; light gathers at the lower rim.
      const double bend = 1 - 0.35 * r * r;
      const int sx = std::clamp(static_cast<int>(cx + dx * radius * bend), left, right) - left;
      const int sy = std::clamp(static_cast<int>(cy + dy * radius * bend), top, bottom) - top;
      const double rim = r > 0.75 ? (r - 0.75) * 4 * (dy > 0 ? 30 : -25) : 0;
      for (int channel = 0; channel < 3; ++channel) {
        const double value = behind.at<cv::Vec3b>(sy, sx)[channel] + rim;
        bgr.at<cv::Vec3b>(y, x)[channel] = cv::saturate_cast<uint8_t>(value);
      }
    }
  }
}

}  // namespace

void AddRaindrops(cv::Mat& bgr, int count, Dice& dice) {
  for (int i = 0; i < count; ++i) {
    const double x = dice.Uniform(0, bgr.cols);
    const double y = dice.Uniform(0, bgr.rows);
    AddDrop(bgr, x, y, dice.Uniform(4, 16));
  }
}

}  // namespace crossdock::hub
