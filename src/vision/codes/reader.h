#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "vision/codes/code.h"

namespace crossdock::vision {

struct ReadOptions {
  TimePoint deadline = TimePoint::max();  ///< on `clock`; looked at before the read, which then runs to its end
  const Clock* clock = nullptr;           ///< null: no deadline
  std::stop_token stop = {};
  std::string formats = {};  ///< symbologies by name, separated by commas: "Code 128, QR Code"; "" is all of them
  int max_codes = 64;        ///< 1..255
  bool invert = true;        ///< look for white codes on black too; about half as much time again
};

/// The plain read, the fast path of the critical line: every symbology (linear, matrix, DataBar, MaxiCode, EAN add-ons), every
/// orientation, white on black too, one pass over the picture. Grey or RGB. Thread-safe; computes on the calling thread, about
/// 2 ms for a picture of 640 x 480.
/// returns  the codes from top to bottom; none is no error. Of two texts for one place the better attested one.
/// errors   kInvalidArgument (formats, max_codes), kDeadlineExceeded, kCancelled, kInternal (the library failed)
Result<std::vector<Code>> ReadCodes(const Image& image, const ReadOptions& options = {});

}  // namespace crossdock::vision
