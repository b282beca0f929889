#include <algorithm>
#include <map>

#include "vision/codes/rescue_step.h"
#include "vision/codes/strip.h"

namespace crossdock::vision::codes {
namespace {

// An EAN-5 takes 47 modules after a gap of 7 to 12 (GS1 General Specifications, 5.2.2), together 62 % of the main symbol's 95.
constexpr double kLongest = 0.65;
constexpr double kMostSamples = 1400;  // along a row
constexpr size_t kDigits = 13;
constexpr int kWanted = 2;

}  // namespace

Result<std::string> WithAddOn(const cv::Mat& grey, const Reading& main, double height) {
  if (main.format != "EAN-13" || main.text.size() != kDigits) return main.text;
  LinearRegion region = LinearRegionOf(main.corners);
  region.middle = region.At(kLongest / 2 * region.length, 0);
  region.length *= 1 + kLongest;
  region.height = std::max(region.height, height);
  const double scale = std::min(2.0, kMostSamples / region.length);
  const cv::Mat straight = CutStraight(grey, region, scale).rows;
  const Strip strip = CutStrip(grey, region);
  const cv::Mat even = EvenContrast(strip.rows, strip.rows.cols / 12);
  const cv::Mat variations[] = {straight, SharpenAlong(straight, scale, 1), even,
                                SharpenAlong(even, strip.samples_per_pixel, 2)};
  ScanSettings settings;
  settings.matrix = settings.rotate = settings.invert = settings.downscale = false;
  settings.formats = main.format;
  std::map<std::string, int> votes;
  for (const cv::Mat& variation : variations) {
    const cv::Mat rows = ToBytes(variation);
    const auto readings = Scan({rows.data, rows.cols, rows.rows, 1, static_cast<int>(rows.step)}, settings);
    if (!readings) return readings.error();
    for (const auto& reading : *readings) {
      if (reading.text.size() > kDigits && reading.text.starts_with(main.text)) ++votes[reading.text];
    }
  }
  if (votes.size() == 1 && votes.begin()->second >= kWanted) return votes.begin()->first;
  return main.text;
}

}  // namespace crossdock::vision::codes
