#pragma once

#include <vector>

namespace crossdock::load {

/// Measured values and their quantiles. One thread.
class Samples {
 public:
  void Add(double value) {
    values_.push_back(value);
    sorted_ = false;
  }
  std::size_t Count() const { return values_.size(); }
  double Sum() const;
  /// The smallest value that at least `part` (0 < part ≤ 1) of all do not exceed: nearest rank, never interpolated. 0 if there is none.
  double Quantile(double part) const;

 private:
  mutable std::vector<double> values_;
  mutable bool sorted_ = false;
};

}  // namespace crossdock::load
