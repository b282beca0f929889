#include "load/samples.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace crossdock::load {

double Samples::Sum() const { return std::accumulate(values_.begin(), values_.end(), 0.0); }

double Samples::Quantile(double part) const {
  if (values_.empty()) return 0;
  if (!sorted_) {
    std::sort(values_.begin(), values_.end());
    sorted_ = true;
  }
  const auto rank = static_cast<std::size_t>(std::ceil(part * static_cast<double>(values_.size())));
  return values_[std::clamp<std::size_t>(rank, 1, values_.size()) - 1];
}

}  // namespace crossdock::load
