#include "vision/codes/rescue.h"

#include <algorithm>
#include <utility>

#include "vision/codes/confidence.h"
#include "vision/codes/overlap.h"
#include "vision/codes/reader.h"
#include "vision/codes/rescue_step.h"
#include "vision/codes/trust.h"
#include "vision/mat.h"

namespace crossdock::vision {
namespace {

using codes::Ballot;
using codes::RescueStep;

constexpr int kMostLinear = 3;
constexpr int kMostMatrix = 2;

struct Place {
  Quad quad;
  std::vector<RescueStep> steps;
  Ballot ballot = {};
  size_t next = 0;
  bool settled = false;
};

Code ToCode(const Ballot::Winner& winner) {
  const auto trust = codes::TrustOf(winner.reading.format);
  Code code;
  code.text = winner.reading.text;
  code.format = winner.reading.format;
  code.confidence = codes::Confidence({.plain = false, .trust = trust, .reads = winner.reads});
  code.corners = winner.reading.corners;
  code.path = winner.variation.substr(0, winner.variation.find(' '));
  code.has_check = codes::HasCheck(winner.reading.format);
  code.reads = winner.reads;
  return code;
}

/// One rescue of one picture.
class Rescue {
 public:
  Rescue(const Image& grey, std::span<const Code> already, const RescueOptions& options, const Clock& clock)
      : options_(options),
        clock_(clock),
        until_(std::min(options.deadline, clock.Now() + options.budget)),
        pixels_(MatOf(grey)) {
    for (const Code& code : already) known_.push_back({code.text, code.format, code.corners});
  }

  Result<std::vector<Code>> Run() {
    if (!options_.only_places && clock_.Now() + options_.plain_took < until_) {
      if (auto status = ReadWhiteOnBlack(); !status) return status.error();
      if (!found_.empty()) return std::move(found_);
    }
    AddGivenPlaces();
    if (!options_.only_places && !Late()) SearchPlaces();
    for (int tier = 0; tier < codes::kTiers && found_.empty(); ++tier) {
      for (Place& place : places_) {
        if (auto status = Try(place, tier); !status) return status.error();
        if (Done()) break;
      }
      if (Done()) break;
    }
    if (options_.stop.stop_requested()) return Error{ErrorCode::kCancelled, "cancelled during the rescue of bar codes"};
    return std::move(found_);
  }

 private:
  struct Known {
    std::string text;
    std::string format;
    Quad corners;
  };

  bool Late() const { return options_.stop.stop_requested() || clock_.Now() >= until_; }
  bool Done() const { return Late() || found_.size() >= static_cast<size_t>(options_.max_codes); }

  Status ReadWhiteOnBlack() {
    Image inverted(pixels_.cols, pixels_.rows, 1);
    cv::Mat target = MatOf(inverted);
    cv::bitwise_not(pixels_, target);
    ReadOptions options;
    options.stop = options_.stop;
    options.formats = options_.formats;
    options.invert = false;
    auto codes = ReadCodes(inverted, options);
    if (!codes) return codes.error();
    for (Code& code : *codes) {
      if (IsKnown(code.corners) || found_.size() >= static_cast<size_t>(options_.max_codes)) continue;
      code.path = std::string(kInvertPath);
      found_.push_back(std::move(code));
    }
    return {};
  }

  void AddLinear(const codes::LinearRegion& region) {
    places_.push_back({region.Corners(), codes::LinearSteps(pixels_, region, options_.formats)});
  }
  void AddMatrix(const codes::MatrixRegion& region) {
    places_.push_back({region.Corners(), codes::MatrixSteps(pixels_, region, options_.formats)});
  }

  void AddGivenPlaces() {
    for (const CodePlace& place : options_.places) {
      if (place.linear) AddLinear(codes::LinearRegionOf(place.quad));
      if (place.matrix) AddMatrix(codes::MatrixRegionOf(place.quad));
    }
  }

  void SearchPlaces() {
    const codes::PixelView view{pixels_.data, pixels_.cols, pixels_.rows, 1, static_cast<int>(pixels_.step)};
    const auto map = codes::MapGradients(view);
    for (const auto& region : codes::LocateLinear(map, kMostLinear)) AddLinear(region);
    for (const auto& region : codes::LocateMatrix(map, kMostMatrix)) AddMatrix(region);
  }

  bool IsKnown(const Quad& quad) const {
    return std::any_of(known_.begin(), known_.end(), [&](const Known& k) { return codes::SamePlace(k.corners, quad); });
  }

  Status Try(Place& place, int tier) {
    if (!place.settled && IsKnown(place.quad)) place.settled = true;
    while (!place.settled && place.next < place.steps.size() && place.steps[place.next].tier == tier) {
      if (Done()) return {};
      if (auto status = place.steps[place.next++].run(place.ballot); !status) return status;
      if (auto winner = place.ballot.Elected()) {
        const auto whole = codes::WithAddOn(pixels_, winner->reading, codes::LinearRegionOf(place.quad).height);
        if (!whole) return whole.error();
        winner->reading.text = *whole;
        Take(place, *winner);
      }
    }
    return {};
  }

  void Take(Place& place, const Ballot::Winner& winner) {
    place.settled = true;
    const auto same = [&](const Known& k) {
      return k.text == winner.reading.text && k.format == winner.reading.format &&
             codes::SamePlace(k.corners, winner.reading.corners);
    };
    if (std::any_of(known_.begin(), known_.end(), same)) return;
    found_.push_back(ToCode(winner));
    known_.push_back({winner.reading.text, winner.reading.format, winner.reading.corners});
  }

  const RescueOptions& options_;
  const Clock& clock_;
  TimePoint until_;
  cv::Mat pixels_;
  std::vector<Known> known_;
  std::vector<Place> places_;
  std::vector<Code> found_;
};

}  // namespace

namespace codes {

Status ScanAndCast(const cv::Mat& pixels, const Frame& frame, const ScanSettings& settings,
                   const std::string& variation, Ballot& ballot) {
  auto readings = Scan({pixels.data, pixels.cols, pixels.rows, 1, static_cast<int>(pixels.step)}, settings);
  if (!readings) return readings.error();
  for (auto& reading : *readings) {
    reading.corners = frame.Map(reading.corners);
    ballot.Cast(reading, variation);
  }
  return {};
}

}  // namespace codes

Result<std::vector<Code>> RescueCodes(const Image& image, std::span<const Code> already, const RescueOptions& options) {
  if (options.max_codes < 1) return InvalidArgument("max_codes", "max_codes must be at least 1");
  if (image.empty()) return std::vector<Code>{};
  const RealClock machine;
  const Image grey = ToGrey(image);
  try {
    return Rescue(grey, already, options, options.clock ? *options.clock : machine).Run();
  } catch (const std::exception& e) {
    return Error{ErrorCode::kInternal, std::string("the rescue of bar codes failed: ") + e.what()};
  }
}

}  // namespace crossdock::vision
