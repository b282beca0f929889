#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace crossdock::hub {

/// One histogram of a Prometheus page: how many observations were at most each bound.
struct Histogram {
  std::string name;                                   // without "_bucket"
  std::string labels;                                 // as written, without `le`: `model="det"`
  std::vector<std::pair<double, double>> cumulative;  // bound → count, ascending; the last bound is infinite
  double sum = 0;
  double count = 0;

  double Mean() const { return count > 0 ? sum / count : 0; }
  /// Interpolated within the bucket that holds the quantile; the bucket's lower bound if it has no upper one.
  double Quantile(double part) const;
  /// The upper bound of that bucket: for whole numbers, whose buckets are their values.
  double QuantileBound(double part) const;
};

/// All histograms of a page; whatever else is on it is passed over.
std::vector<Histogram> ParseHistograms(std::string_view page);

/// What was observed between two pages of the same server.
std::vector<Histogram> Since(const std::vector<Histogram>& before, std::vector<Histogram> after);

}  // namespace crossdock::hub
