#pragma once

#include <span>
#include <vector>

#include "vision/codes/ean_layout.h"

namespace crossdock::vision::codes {

/// Where the modules of a symbol lie in a row: module u begins at sample
///   begin + module u + bend (4 t (1 - t)), t = u / modules
/// so `bend` is how far the middle is displaced, in samples, by perspective or a curved surface.
struct ModuleGrid {
  double begin = 0;
  double module = 0;
  double bend = 0;
  double score = 0;  ///< correlation with the guard patterns, -1..1

  double At(double u, int modules) const {
    const double t = u / modules;
    return begin + module * u + bend * 4 * t * (1 - t);
  }
};

/// The `most` best fits of the layout's guard patterns to a row, at different places, best first.
std::vector<ModuleGrid> FitGuards(const EanLayout& layout, std::span<const float> row, size_t most);

/// The row's value at a position, between samples linearly; outside, the value at the end.
inline float SampleAt(std::span<const float> row, double position) {
  const double x = position - 0.5;  // a sample stands for its middle
  if (x <= 0) return row.front();
  const auto i = static_cast<size_t>(x);
  if (i + 1 >= row.size()) return row.back();
  const auto share = static_cast<float>(x - static_cast<double>(i));
  return row[i] + share * (row[i + 1] - row[i]);
}

}  // namespace crossdock::vision::codes
