#include "vision/codes/reader.h"

#include <utility>

#include "vision/codes/confidence.h"
#include "vision/codes/scan.h"
#include "vision/codes/settle.h"
#include "vision/codes/trust.h"

namespace crossdock::vision {
namespace {

using codes::Reading;

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
  for (auto& reading : *readings) found.push_back(ToCode(std::move(reading)));
  return codes::Settle(std::move(found));
}

}  // namespace crossdock::vision
