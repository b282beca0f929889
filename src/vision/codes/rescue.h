#pragma once

#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "vision/codes/code.h"

namespace crossdock::vision {

struct RescueOptions {
  Nanos budget = std::chrono::milliseconds(250);  ///< most time to spend, from the call on
  TimePoint deadline = TimePoint::max();          ///< and never beyond this
  const Clock* clock = nullptr;                   ///< null: the machine's steady clock
  std::stop_token stop = {};
  Nanos plain_took{
      0};  ///< what the plain read of this picture cost: white on black costs as much, and is tried where that fits
  std::span<const CodePlace> places =
      {};                    ///< where a locator saw codes; looked at first. Empty: only the classical search
  bool only_places = false;  ///< leave white on black and the classical search out
  std::string formats = {};  ///< as in `ReadOptions`
  int max_codes = 8;         ///< stop after as many new ones
};

/// Reads what the plain read missed. White codes on black come first; if there are none, it looks for places that could hold a code, and
/// reads variations of each (straightened, averaged along the bars, sharpened, scaled, thresholded, matched against the symbology's own
/// pattern), the cheap and promising ones first.
/// A code without a strong check is reported only when different variations agree; a place that gives different texts gives none.
/// already   codes that are known; their places are left out, and they are not returned again
/// returns   the new codes; none is no error, neither is running out of time
/// errors    kInvalidArgument (formats, max_codes), kCancelled, kInternal (the library failed)
/// Thread-safe; computes on the calling thread. Time and cancellation are looked at before every step; a step takes a few ms, white on
/// black `plain_took`.
Result<std::vector<Code>> RescueCodes(const Image& image, std::span<const Code> already,
                                      const RescueOptions& options = {});

}  // namespace crossdock::vision
