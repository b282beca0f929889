#include "vision/codes/strip.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include <opencv2/imgproc.hpp>

namespace crossdock::vision::codes {
namespace {

constexpr double kEndMargin = 0.12;    // of the length, at each end
constexpr double kLeastEndMargin = 8;  // pixels
constexpr double kMostSamples = 1400;  // a row: finer sampling reads no better and costs more
constexpr double kMostPerPixel = 4;
constexpr int kMostRows = 64;  // sampled along the bars
constexpr int kBands = 8;
constexpr double kLeastBandPixels = 2;
constexpr int kBlocksPerWindow = 8;
constexpr float kLeastContrast = 12;  // grey steps; flat places stay flat
constexpr int kLeans = 9;             // tried at each end of a band
constexpr double kLeanStep = 0.08;    // tangent of the angle between one lean and the next
constexpr int kParts = 8;             // of a band, along it, whose sharpness is measured

/// Turned and scaled part of the picture: columns along the region, rows across.
cv::Mat Straighten(const cv::Mat& grey, const Frame& frame, cv::Size size, int interpolation) {
  // OpenCV counts from the middle of the first pixel.
  const cv::Matx23d map(frame.a, frame.b, frame.c + (frame.a + frame.b - 1) / 2,  //
                        frame.d, frame.e, frame.f + (frame.d + frame.e - 1) / 2);
  cv::Mat straight;
  cv::warpAffine(grey, straight, map, size, interpolation | cv::WARP_INVERSE_MAP, cv::BORDER_REPLICATE);
  return straight;
}

/// The mean over a band's rows when the bars lean: a row at distance d from the band's middle is shifted by lean * d pixels. Seen at
/// an angle, bars converge, so the lean is chosen at both ends of the band and changes evenly in between.
class LeaningMean {
 public:
  LeaningMean(const cv::Mat& band, double samples_per_row, int reach) : means_(kLeans) {
    for (int i = 0; i < kLeans; ++i) {
      auto& mean = means_[static_cast<size_t>(i)];
      mean.sum = Sum(band, samples_per_row * kLeanStep * (i - kLeans / 2));
      mean.sum *= 1.0 / band.rows;
      mean.sharpness = Sharpness(mean.sum, reach);
    }
    Choose();
  }

  cv::Mat Row() const {
    const int width = means_.front().sum.cols;
    cv::Mat row(1, width, CV_32F);
    auto* out = row.ptr<float>(0);
    for (int x = 0; x < width; ++x) {
      const double lean = left_ + (right_ - left_) * (x + 0.5) / width;
      const auto below = std::min(static_cast<size_t>(lean), static_cast<size_t>(kLeans - 2));
      const auto share = static_cast<float>(lean - static_cast<double>(below));
      out[x] = (1 - share) * means_[below].sum.at<float>(0, x) + share * means_[below + 1].sum.at<float>(0, x);
    }
    return row;
  }

 private:
  using PerPart = std::array<double, kParts>;
  struct Mean {
    cv::Mat sum;
    PerPart sharpness{};
  };

  static cv::Mat Sum(const cv::Mat& band, double lean) {
    cv::Mat sum = cv::Mat::zeros(1, band.cols, CV_32F);
    const double middle = (band.rows - 1) / 2.0;
    for (int r = 0; r < band.rows; ++r) {
      const int shift = std::clamp(static_cast<int>(std::lround(lean * (r - middle))), 1 - band.cols, band.cols - 1);
      const int first = std::max(0, -shift);
      const int last = std::min(band.cols, band.cols - shift);
      cv::accumulate(band(cv::Rect(first + shift, r, last - first, 1)), sum.colRange(first, last));
      if (first > 0) sum.colRange(0, first) += cv::Scalar(band.at<uint8_t>(r, 0));
      if (last < band.cols) sum.colRange(last, band.cols) += cv::Scalar(band.at<uint8_t>(r, band.cols - 1));
    }
    return sum;
  }

  static PerPart Sharpness(const cv::Mat& row, int reach) {
    PerPart parts{};
    const auto* in = row.ptr<float>(0);
    for (int part = 0; part < kParts; ++part) {
      float sum = 0;
      const int end = row.cols * (part + 1) / kParts;
      for (int x = std::max(reach, row.cols * part / kParts); x < end; ++x)
        sum += (in[x] - in[x - reach]) * (in[x] - in[x - reach]);
      parts[static_cast<size_t>(part)] = static_cast<double>(sum);
    }
    return parts;
  }

  void Choose() {
    double best = -1;
    for (int left = 0; left < kLeans; ++left) {
      for (int right = 0; right < kLeans; ++right) {
        double sum = 0;
        for (int part = 0; part < kParts; ++part) {
          const auto lean = static_cast<size_t>(std::lround(left + (right - left) * (part + 0.5) / kParts));
          sum += means_[lean].sharpness[static_cast<size_t>(part)];
        }
        if (sum <= best) continue;
        best = sum;
        left_ = left;
        right_ = right;
      }
    }
  }

  std::vector<Mean> means_;
  double left_ = 0;
  double right_ = 0;
};

/// Darkest and brightest value around each sample: found per block and its neighbours, in between linear.
class Envelope {
 public:
  void Measure(std::span<const float> row, int block) {
    block_ = block;
    const size_t blocks = (row.size() + static_cast<size_t>(block) - 1) / static_cast<size_t>(block);
    std::vector<std::pair<float, float>> own(blocks);
    for (size_t i = 0; i < blocks; ++i) {
      const auto part = row.subspan(i * static_cast<size_t>(block),
                                    std::min(static_cast<size_t>(block), row.size() - i * static_cast<size_t>(block)));
      const auto [least, most] = std::minmax_element(part.begin(), part.end());
      own[i] = {*least, *most};
    }
    around_ = own;
    for (size_t i = 0; i < blocks; ++i) {
      const size_t last = std::min(blocks - 1, i + kBlocksPerWindow / 2);
      for (size_t j = i - std::min<size_t>(i, kBlocksPerWindow / 2); j <= last; ++j) {
        around_[i].first = std::min(around_[i].first, own[j].first);
        around_[i].second = std::max(around_[i].second, own[j].second);
      }
    }
  }

  std::pair<float, float> At(int sample) const {
    const float place = std::max(0.0f, (static_cast<float>(sample) + 0.5f) / static_cast<float>(block_) - 0.5f);
    const size_t i = std::min(static_cast<size_t>(place), around_.size() - 1);
    const size_t j = std::min(i + 1, around_.size() - 1);
    const float share = place - static_cast<float>(i);
    return {around_[i].first + share * (around_[j].first - around_[i].first),
            around_[i].second + share * (around_[j].second - around_[i].second)};
  }

 private:
  int block_ = 1;
  std::vector<std::pair<float, float>> around_;
};

}  // namespace

Strip CutStrip(const cv::Mat& grey, const LinearRegion& region) {
  const double length = region.length + 2 * std::max(kLeastEndMargin, kEndMargin * region.length);
  Strip strip;
  strip.samples_per_pixel = std::min(kMostPerPixel, kMostSamples / length);
  const int samples = std::max(8, static_cast<int>(length * strip.samples_per_pixel));
  const int rows = std::clamp(static_cast<int>(region.height), 1, kMostRows);
  const double row_pixels = region.height / rows;
  const Point origin = region.At(-length / 2, -region.height / 2);
  const double cos = std::cos(region.angle);
  const double sin = std::sin(region.angle);
  const double column_pixels = 1 / strip.samples_per_pixel;
  const Frame fine{cos * column_pixels, -sin * row_pixels, static_cast<double>(origin.x),
                   sin * column_pixels, cos * row_pixels,  static_cast<double>(origin.y)};
  const cv::Mat straight = Straighten(grey, fine, {samples, rows}, cv::INTER_LINEAR);

  const int bands = std::clamp(static_cast<int>(region.height / kLeastBandPixels), 1, std::min(kBands, rows));
  strip.rows.create(bands, samples, CV_32F);
  const int reach = std::max(1, static_cast<int>(strip.samples_per_pixel));
  for (int i = 0; i < bands; ++i) {
    const cv::Mat band = straight.rowRange(i * rows / bands, (i + 1) * rows / bands);
    LeaningMean(band, row_pixels * strip.samples_per_pixel, reach).Row().copyTo(strip.rows.row(i));
  }
  strip.frame = fine.After(Scale(1, static_cast<double>(rows) / bands));
  return strip;
}

Strip CutStraight(const cv::Mat& grey, const LinearRegion& region, double scale) {
  const double length = region.length + 2 * std::max(kLeastEndMargin, kEndMargin * region.length);
  const Point origin = region.At(-length / 2, -region.height / 2);
  const double cos = std::cos(region.angle) / scale;
  const double sin = std::sin(region.angle) / scale;
  Strip strip;
  strip.samples_per_pixel = scale;
  strip.frame = {cos, -sin, static_cast<double>(origin.x), sin, cos, static_cast<double>(origin.y)};
  const cv::Size size(std::max(1, static_cast<int>(length * scale)),
                      std::max(1, static_cast<int>(region.height * scale)));
  Straighten(grey, strip.frame, size, cv::INTER_CUBIC).convertTo(strip.rows, CV_32F);
  return strip;
}

cv::Mat EvenContrast(const cv::Mat& rows, int window) {
  cv::Mat even(rows.size(), CV_32F);
  const int block = std::max(1, window / kBlocksPerWindow);
  Envelope envelope;
  for (int y = 0; y < rows.rows; ++y) {
    const std::span<const float> in(rows.ptr<float>(y), static_cast<size_t>(rows.cols));
    envelope.Measure(in, block);
    auto* out = even.ptr<float>(y);
    for (int x = 0; x < rows.cols; ++x) {
      const auto [dark, bright] = envelope.At(x);
      out[x] = (in[static_cast<size_t>(x)] - dark) * (255 / std::max(bright - dark, kLeastContrast));
    }
  }
  return even;
}

cv::Mat SharpenAlong(const cv::Mat& rows, double sigma, double amount) {
  cv::Mat soft;
  const int width = static_cast<int>(std::ceil(3 * sigma)) * 2 + 1;
  cv::sepFilter2D(rows, soft, CV_32F, cv::getGaussianKernel(width, sigma, CV_32F), cv::Mat::ones(1, 1, CV_32F));
  cv::Mat sharp;
  cv::addWeighted(rows, 1 + amount, soft, -amount, 0, sharp);
  return sharp;
}

cv::Mat ToBytes(const cv::Mat& rows) {
  cv::Mat bytes;
  rows.convertTo(bytes, CV_8U);
  return bytes;
}

}  // namespace crossdock::vision::codes
