#include "load/rate_profile.h"

#include <limits>

namespace crossdock::load {

RateProfile::RateProfile(double rate, const std::vector<RateStep>& steps) {
  steps_.push_back({0, rate});
  steps_.insert(steps_.end(), steps.begin(), steps.end());
}

std::optional<double> RateProfile::After(double from, double requests) const {
  for (size_t i = 0; i < steps_.size(); ++i) {
    const double end = i + 1 < steps_.size() ? steps_[i + 1].at_seconds : std::numeric_limits<double>::infinity();
    if (from >= end) continue;
    const double rate = steps_[i].rate;
    const double until = rate > 0 ? from + requests / rate : std::numeric_limits<double>::infinity();
    if (until < end) return until;
    if (rate > 0) requests -= (end - from) * rate;
    from = end;
  }
  return std::nullopt;
}

}  // namespace crossdock::load
