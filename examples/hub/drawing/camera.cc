#include "hub/drawing/camera.h"

#include <algorithm>
#include <cmath>

#include <opencv2/imgproc.hpp>

#include "hub/drawing/raindrops.h"

namespace crossdock::hub {
namespace {

constexpr int kCoarse = 16;  // picture pixels per sample of the maps of light, which are smooth

double Ellipse(const Glare& glare, double x, double y) {
  const double dx = (x - glare.centre.x) / glare.radius_x;
  const double dy = (y - glare.centre.y) / glare.radius_y;
  return std::exp(-(dx * dx + dy * dy));
}

/// Factor (first channel) and addition of white (second) over the picture.
cv::Mat MapLight(const cv::Size& size, const Exposure& exposure, Dice& dice) {
  std::vector<Glare> wet;
  for (int i = 0; i < exposure.wet_patches; ++i) {
    wet.push_back({{dice.Uniform(0, size.width), dice.Uniform(0, size.height)},
                   dice.Uniform(25, 110),
                   dice.Uniform(20, 80),
                   dice.Uniform(0.08, 0.28)});
  }
  cv::Mat map(size.height / kCoarse + 2, size.width / kCoarse + 2, CV_32FC2);
  const double across = std::hypot(size.width, size.height);
  for (int row = 0; row < map.rows; ++row) {
    for (int column = 0; column < map.cols; ++column) {
      const double x = (column + 0.5) * kCoarse;
      const double y = (row + 0.5) * kCoarse;
      const double cx = (x - size.width / 2.0) / across;
      const double cy = (y - size.height / 2.0) / across;
      const double along = cx * std::cos(exposure.gradient_angle) + cy * std::sin(exposure.gradient_angle);
      double factor =
          exposure.gain * (1 - exposure.gradient * (0.5 + along)) * (1 - exposure.vignette * 4 * (cx * cx + cy * cy));
      for (const Glare& patch : wet) factor *= 1 - patch.strength * std::min(1.0, 2 * Ellipse(patch, x, y));
      double white = 0;
      for (const Glare& glare : exposure.glares) white = std::max(white, glare.strength * Ellipse(glare, x, y));
      map.at<cv::Vec2f>(row, column) = {static_cast<float>(factor), static_cast<float>(white)};
    }
  }
  cv::Mat full;
  cv::resize(map, full, cv::Size(map.cols * kCoarse, map.rows * kCoarse), 0, 0, cv::INTER_LINEAR);
  return full(cv::Rect(0, 0, size.width, size.height));
}

void Illuminate(cv::Mat& bgr, const Exposure& exposure, Dice& dice) {
  const cv::Mat map = MapLight(bgr.size(), exposure, dice);
  const float tint[3] = {static_cast<float>(exposure.blue), 1.0F, static_cast<float>(exposure.red)};
  for (int y = 0; y < bgr.rows; ++y) {
    auto* pixel = bgr.ptr<uint8_t>(y);
    const auto* light = map.ptr<cv::Vec2f>(y);
    for (int x = 0; x < bgr.cols; ++x) {
      const float factor = light[x][0];
      const float white = 255 * light[x][1];
      for (int channel = 0; channel < 3; ++channel, ++pixel) {
        const float lit = static_cast<float>(*pixel) * factor * tint[channel] + white;
        *pixel = static_cast<uint8_t>(std::min(lit, 255.0F));
      }
    }
  }
}

void Smear(cv::Mat& bgr, double length_px) {
  if (length_px < 0.5) return;
  // Along the belt, which runs from left to right; the ends count by their fraction.
  const int reach = static_cast<int>(std::ceil(length_px / 2));
  cv::Mat kernel(1, 2 * reach + 1, CV_32FC1, cv::Scalar(1));
  const float end = static_cast<float>(length_px / 2 - (reach - 1));
  kernel.at<float>(0, 0) = end;
  kernel.at<float>(0, 2 * reach) = end;
  kernel /= cv::sum(kernel)[0];
  cv::sepFilter2D(bgr, bgr, -1, kernel, cv::Mat::ones(1, 1, CV_32FC1));
}

/// Sensor noise out of one tile, shifted anew for every row: as random to the eye as rolling each pixel, and many times faster.
void AddNoise(cv::Mat& bgr, double sigma, Dice& dice) {
  constexpr int kTile = 1 << 16;
  cv::Mat tile(1, kTile, CV_8SC1);
  cv::RNG(dice.Next()).fill(tile, cv::RNG::NORMAL, 0, sigma);
  const auto* noise = tile.ptr<int8_t>(0);
  for (int y = 0; y < bgr.rows; ++y) {
    auto* value = bgr.ptr<uint8_t>(y);
    const int count = bgr.cols * 3;
    const auto* row = noise + dice.Int(0, kTile - count);
    for (int i = 0; i < count; ++i) value[i] = cv::saturate_cast<uint8_t>(value[i] + row[i]);
  }
}

}  // namespace

void Expose(cv::Mat& bgr, const Exposure& exposure, Dice& dice) {
  Illuminate(bgr, exposure, dice);
  AddRaindrops(bgr, exposure.drops, dice);
  if (exposure.blur_sigma > 0) cv::GaussianBlur(bgr, bgr, cv::Size(5, 5), exposure.blur_sigma);
  Smear(bgr, exposure.motion_px);
  AddNoise(bgr, exposure.noise_sigma, dice);
}

}  // namespace crossdock::hub
