#include "vision/codes/reader.h"

#include <algorithm>
#include <utility>

#include "vision/codes/confidence.h"
#include "vision/codes/overlap.h"
#include "vision/codes/scan.h"
#include "vision/codes/trust.h"

namespace crossdock::vision {
namespace {

using codes::Reading;

/// A read that is the other one with its add-on.
bool Extends(const Reading& longer, const Reading& shorter) {
  return longer.format == shorter.format && longer.text.size() > shorter.text.size() &&
         longer.text.starts_with(shorter.text);
}

/// Whether `weak` should give way to `strong`, which was read at the same place. Two texts for one place cannot both be right;
/// scan lines count as votes. An add-on missed on some lines is no contradiction.
bool GivesWay(const Reading& weak, const Reading& strong) {
  if (!codes::SamePlace(weak.corners, strong.corners)) return false;
  if (weak.text == strong.text && weak.format == strong.format) return true;
  if (codes::TrustOf(weak.format) == codes::Trust::kCorrected) return false;
  return Extends(strong, weak) || (!Extends(weak, strong) && strong.lines > 2 * weak.lines);
}

std::vector<Reading> Settle(std::vector<Reading> readings) {
  std::vector<Reading> kept;
  for (size_t i = 0; i < readings.size(); ++i) {
    bool gone = false;
    for (size_t j = 0; j < readings.size() && !gone; ++j) {
      // Of two equal ones the first stays.
      const bool equal = readings[i].text == readings[j].text && readings[i].format == readings[j].format;
      gone = i != j && GivesWay(readings[i], readings[j]) && (!equal || j < i);
    }
    if (!gone) kept.push_back(readings[i]);
  }
  return kept;
}

Code ToCode(Reading reading) {
  const auto trust = codes::TrustOf(reading.format);
  Code code;
  code.confidence = codes::Confidence({.plain = true, .trust = trust, .reads = reading.lines});
  code.has_check = codes::HasCheck(reading.format);
  code.text = std::move(reading.text);
  code.format = std::move(reading.format);
  code.corners = reading.corners;
  code.path = std::string(kPlainPath);
  code.reads = reading.lines;
  return code;
}

}  // namespace

Result<std::vector<Code>> ReadCodes(const Image& image, const ReadOptions& options) {
  if (options.max_codes < 1 || options.max_codes > 255)
    return InvalidArgument("max_codes", "max_codes must be 1 to 255");
  if (options.stop.stop_requested()) return Error{ErrorCode::kCancelled, "cancelled before the bar codes were read"};
  if (options.clock && options.clock->Now() >= options.deadline) {
    return Error{ErrorCode::kDeadlineExceeded, "the deadline passed before the bar codes were read"};
  }
  if (image.empty()) return std::vector<Code>{};
  const codes::PixelView view{image.row(0), image.width(), image.height(), image.channels(),
                              static_cast<int>(image.stride_bytes())};
  codes::ScanSettings settings;
  settings.max_codes = options.max_codes;
  settings.formats = options.formats;
  settings.invert = options.invert;
  auto readings = codes::Scan(view, settings);
  if (!readings) return readings.error();
  std::vector<Code> found;
  for (auto& reading : Settle(std::move(*readings))) found.push_back(ToCode(std::move(reading)));
  return found;
}

}  // namespace crossdock::vision
