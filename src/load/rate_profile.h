#pragma once

#include <optional>
#include <vector>

namespace crossdock::load {

/// From `at_seconds` on, `rate` requests a second.
struct RateStep {
  double at_seconds = 0;
  double rate = 0;
};

/// A rate that changes at given moments and is constant in between.
class RateProfile {
 public:
  /// `rate` from 0 on, until the first step; `steps` ascend.
  RateProfile(double rate, const std::vector<RateStep>& steps);

  /// The moment, in seconds, by which `requests` more have come due than by the moment `from`: the inverse of the cumulated rate.
  /// Nothing if that never happens, because the last rate is 0.
  std::optional<double> After(double from, double requests) const;

 private:
  std::vector<RateStep> steps_;  // the first at 0
};

}  // namespace crossdock::load
