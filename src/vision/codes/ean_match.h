#pragma once

#include <optional>
#include <span>
#include <string>

#include "vision/codes/ean_layout.h"

namespace crossdock::vision::codes {

/// An EAN or UPC number found by matching its pattern of dark and light, blurred as the picture is, against the brightness along a row.
struct EanMatch {
  std::string text;
  double score = 0;   ///< mean correlation of the digits, -1..1
  double guards = 0;  ///< correlation of the guard patterns, -1..1
  double margin = 0;  ///< by how much `score` exceeds that of the next best number with a fitting check digit
  double begin = 0;   ///< first bar's left edge, in samples
  double end = 0;     ///< last bar's right edge
};

/// Looks for one symbol of the layout in a row of brightness values (any range, even contrast), read from left to right.
///   score = max over numbers with a fitting check digit of  mean_i corr(row around digit i, blurred pattern of digit i)
/// where the guards give the position and width of a module, and each digit may be displaced by half a module against its neighbour
/// (bars on curved or tilted ground). Where thresholds lose the thin bars of a blurred code, correlation still tells digits apart.
/// returns  nothing if no place looks like the guards, or no number fits
std::optional<EanMatch> MatchEan(const EanLayout& layout, std::span<const float> row);

}  // namespace crossdock::vision::codes
