#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include <opencv2/imgproc.hpp>

#include "vision/codes/rescue_step.h"

namespace crossdock::vision::codes {
namespace {

constexpr double kMargin = 0.1;        // of the region's longer side, for the quiet zone
constexpr double kMostPixels = 400e3;  // of a variation; larger ones cost more than they gain

class MatrixPlace {
 public:
  MatrixPlace(const cv::Mat& grey, const MatrixRegion& region, std::string formats) : formats_(std::move(formats)) {
    const int margin = 4 + static_cast<int>(kMargin * std::max(region.width, region.height));
    box_ = cv::Rect(region.x - margin, region.y - margin, region.width + 2 * margin, region.height + 2 * margin) &
           cv::Rect(0, 0, grey.cols, grey.rows);
    crop_ = grey(box_);
  }

  /// The crop at `scale`, or as far as the limit on pixels lets it be enlarged.
  std::pair<cv::Mat, Frame> Scaled(double scale) const {
    scale = std::min(scale, std::sqrt(kMostPixels / std::max(1, box_.area())));
    cv::Mat scaled;
    const cv::Size size(std::max(1, static_cast<int>(std::lround(box_.width * scale))),
                        std::max(1, static_cast<int>(std::lround(box_.height * scale))));
    cv::resize(crop_, scaled, size, 0, 0, scale < 1 ? cv::INTER_AREA : cv::INTER_CUBIC);
    const double sx = static_cast<double>(box_.width) / size.width;
    const double sy = static_cast<double>(box_.height) / size.height;
    return {scaled, Shift(box_.x, box_.y).After(Scale(sx, sy))};
  }

  Status Scan(const std::pair<cv::Mat, Frame>& variation, Threshold threshold, const std::string& name,
              Ballot& ballot) const {
    ScanSettings settings;
    settings.linear = settings.rotate = settings.downscale = false;
    settings.threshold = threshold;
    settings.formats = formats_;
    return ScanAndCast(variation.first, variation.second, settings, name, ballot);
  }

 private:
  std::string formats_;
  cv::Rect box_;
  cv::Mat crop_;
};

cv::Mat Sharpened(const cv::Mat& pixels, double sigma, double amount) {
  cv::Mat soft;
  cv::GaussianBlur(pixels, soft, {}, sigma);
  cv::Mat sharp;
  cv::addWeighted(pixels, 1 + amount, soft, -amount, 0, sharp);
  return sharp;
}

/// Black where a pixel is darker than the mean of its surroundings.
cv::Mat LocallyBinary(const cv::Mat& pixels, int window) {
  cv::Mat binary;
  cv::adaptiveThreshold(pixels, binary, 255, cv::ADAPTIVE_THRESH_MEAN_C, cv::THRESH_BINARY, window | 1, 2);
  return binary;
}

}  // namespace

std::vector<RescueStep> MatrixSteps(const cv::Mat& grey, const MatrixRegion& region, const std::string& formats) {
  auto place = std::make_shared<const MatrixPlace>(grey, region, formats);
  const auto scaled = [place](int tier, double scale, Threshold threshold, std::string name) {
    return RescueStep{tier, [=](Ballot& ballot) { return place->Scan(place->Scaled(scale), threshold, name, ballot); }};
  };
  std::vector<RescueStep> steps;
  steps.push_back(scaled(1, 2, Threshold::kHistogram, "scale 2"));
  steps.push_back(scaled(1, 0.5, Threshold::kHistogram, "scale 0.5"));
  steps.push_back({1, [place](Ballot& ballot) {
                     auto variation = place->Scaled(1);
                     variation.first = Sharpened(variation.first, 2, 2);
                     return place->Scan(variation, Threshold::kHistogram, "sharpen", ballot);
                   }});
  steps.push_back({2, [place](Ballot& ballot) {
                     auto variation = place->Scaled(1);
                     variation.first = LocallyBinary(variation.first, 15);
                     return place->Scan(variation, Threshold::kFixed, "binarize", ballot);
                   }});
  steps.push_back({2, [place](Ballot& ballot) {
                     auto variation = place->Scaled(1.3);
                     variation.first = LocallyBinary(variation.first, 25);
                     return place->Scan(variation, Threshold::kFixed, "binarize", ballot);
                   }});
  steps.push_back(scaled(2, 2, Threshold::kLocal, "scale 2 local"));
  return steps;
}

}  // namespace crossdock::vision::codes
