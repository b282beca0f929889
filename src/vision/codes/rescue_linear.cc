#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include <opencv2/imgproc.hpp>

#include "vision/codes/ean_match.h"
#include "vision/codes/rescue_step.h"
#include "vision/codes/strip.h"

namespace crossdock::vision::codes {
namespace {

/// What a match must reach to be cast. On the sample pictures of even number the right EAN-13s lie above both limits but for a few,
/// the wrong ones below one of them; the shorter symbols leave more room for chance.
struct MatchLimits {
  std::string_view format;
  double score;
  double margin;
};
constexpr MatchLimits kMatchLimits[] = {{"EAN-13", 0.93, 0.015}, {"UPC-E", 0.93, 0.025}, {"EAN-8", 0.94, 0.020}};

constexpr double kLean = 0.35;    // tangent of the most that bars may lean against the region's sides
constexpr int kFewestEdges = 16;  // of a row that could be a code
constexpr int kAlikeWanted =
    2;  // pairs of neighbouring bands; fewer: text or texture, not worth more than the first step
constexpr int kFewestEanEdges =
    26;  // EAN-13 has 60 edges, of which blur swallows up to half; what stands beside it adds some
constexpr int kMostEanEdges = 90;

constexpr double kHintScore =
    0.86;  // correlation from which a match, though not clear, may confirm what was read by thresholds

/// The strip is cut by the first step that needs it.
class LinearPlace {
 public:
  LinearPlace(const cv::Mat& grey, const LinearRegion& region, std::string formats)
      : grey_(grey), region_(region), formats_(std::move(formats)) {}

  const Strip& strip() {
    if (!strip_) strip_ = CutStrip(grey_, region_);
    return *strip_;
  }
  const cv::Mat& even() {
    if (even_.empty()) even_ = EvenContrast(strip().rows, strip().rows.cols / 10);
    return even_;
  }

  bool LooksLikeBars() {
    if (!bars_) {
      const double band = region_.height / even().rows * strip().samples_per_pixel;
      bars_ = even().rows < 3 || CountAlikeBands(even(), static_cast<int>(kLean * band), kFewestEdges) >= kAlikeWanted;
    }
    return *bars_;
  }

  Status ScanStrip(const cv::Mat& rows, const std::string& variation, Ballot& ballot) {
    ScanSettings settings;
    settings.matrix = settings.rotate = settings.invert = settings.downscale = false;
    settings.formats = formats_;
    return ScanAndCast(ToBytes(rows), strip().frame, settings, variation, ballot);
  }

  /// The region straightened at `scale`, every row of it.
  Status ScanStraight(double scale, double sharpen, const std::string& variation, Ballot& ballot) {
    if (!LooksLikeBars()) return {};
    const Strip straight = CutStraight(grey_, region_, scale);
    cv::Mat rows = straight.rows;
    if (sharpen > 0) rows = SharpenAlong(rows, 2 * scale, sharpen);
    ScanSettings settings;
    settings.matrix = settings.rotate = settings.downscale = false;
    settings.invert = false;
    settings.formats = formats_;
    return ScanAndCast(ToBytes(rows), straight.frame, settings, variation, ballot);
  }

  /// Matches the bands from the middle outwards, in both directions until one direction gives something.
  Status Match(std::string_view format, int first, int step, Ballot& ballot) {
    const auto layouts = EanLayouts();
    const auto layout =
        std::find_if(layouts.begin(), layouts.end(), [&](const EanLayout& l) { return l.format == format; });
    if (!LooksLikeBars()) return {};
    for (int band = first; band < even().rows; band += step) {
      const int edges = CountEdges({even().ptr<float>(band), static_cast<size_t>(even().cols)});
      if (format == "EAN-13" && (edges < kFewestEanEdges || edges > kMostEanEdges)) continue;
      for (bool reversed : {false, true}) MatchBand(*layout, band, reversed, ballot);
    }
    return {};
  }

 private:
  void MatchBand(const EanLayout& layout, int band, bool reversed, Ballot& ballot) {
    const float* values = even().ptr<float>(band);
    std::vector<float> row(values, values + even().cols);
    if (reversed) std::reverse(row.begin(), row.end());
    const auto match = MatchEan(layout, row);
    const auto* limits = std::find_if(std::begin(kMatchLimits), std::end(kMatchLimits),
                                      [&](const MatchLimits& l) { return l.format == layout.format; });
    if (!match || match->score < kHintScore) return;
    const bool clear = match->score >= limits->score && match->margin >= limits->margin;
    Reading reading;
    reading.text = match->text;
    reading.format = std::string(layout.format);
    reading.lines = 1;
    const auto width = static_cast<double>(row.size());
    const auto begin = static_cast<float>(reversed ? width - match->begin : match->begin);
    const auto end = static_cast<float>(reversed ? width - match->end : match->end);
    const auto top = static_cast<float>(reversed ? band + 1 : band);
    const auto bottom = static_cast<float>(reversed ? band : band + 1);
    reading.corners = strip().frame.Map(Quad{{{begin, top}, {end, top}, {end, bottom}, {begin, bottom}}});
    ballot.Cast(reading, "match " + std::to_string(band), clear ? Vote::kMatched : Vote::kHint);
  }

  const cv::Mat& grey_;
  LinearRegion region_;
  std::string formats_;
  std::optional<Strip> strip_;
  std::optional<bool> bars_;
  cv::Mat even_;
};

}  // namespace

std::vector<RescueStep> LinearSteps(const cv::Mat& grey, const LinearRegion& region, const std::string& formats) {
  auto place = std::make_shared<LinearPlace>(grey, region, formats);
  const auto sharpened = [place](int tier, double pixels, double amount, std::string name) {
    return RescueStep{tier, [=](Ballot& ballot) -> Status {
                        if (!place->LooksLikeBars()) return {};
                        const double sigma = pixels * place->strip().samples_per_pixel;
                        return place->ScanStrip(SharpenAlong(place->even(), sigma, amount), name, ballot);
                      }};
  };
  const auto matched = [place](int tier, std::string_view format, int first, int step) {
    return RescueStep{tier, [=](Ballot& ballot) { return place->Match(format, first, step, ballot); }};
  };
  std::vector<RescueStep> steps;
  steps.push_back({0, [place](Ballot& ballot) { return place->ScanStrip(place->even(), "average", ballot); }});
  steps.push_back(sharpened(0, 1, 1.5, "sharpen 1"));
  steps.push_back(sharpened(0, 2, 2, "sharpen 2"));
  steps.push_back(sharpened(0, 3, 3, "sharpen 3"));
  steps.push_back(matched(0, "EAN-13", 1, 3));
  steps.push_back(matched(1, "EAN-13", 2, 3));
  steps.push_back(matched(1, "EAN-13", 3, 3));
  steps.push_back(matched(1, "UPC-E", 1, 3));
  steps.push_back({1, [place](Ballot& ballot) { return place->ScanStraight(2, 0, "scale 2", ballot); }});
  steps.push_back({1, [place](Ballot& ballot) { return place->ScanStraight(1.5, 3, "scale 1.5", ballot); }});
  steps.push_back(matched(2, "UPC-E", 2, 3));
  steps.push_back(matched(2, "EAN-13", 0, 8));
  steps.push_back(matched(2, "EAN-8", 1, 3));
  return steps;
}

}  // namespace crossdock::vision::codes
