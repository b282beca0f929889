#pragma once

#include <cmath>

#include "base/clock.h"

namespace crossdock::schedule {

/// Expected time between arrivals: exponentially weighted (0.1), unknown before the second arrival.
class ArrivalGap {
 public:
  void Arrive(TimePoint now) {
    if (last_ != TimePoint::min()) {
      const auto gap = static_cast<double>((now - last_).count());
      mean_ns_ = mean_ns_ < 0 ? gap : mean_ns_ + 0.1 * (gap - mean_ns_);
    }
    last_ = now;
  }
  Nanos expected() const { return mean_ns_ < 0 ? Nanos::max() : Nanos(static_cast<int64_t>(mean_ns_)); }

 private:
  TimePoint last_ = TimePoint::min();
  double mean_ns_ = -1;
};

/// Fraction of recent time that the slots were running: exponential average with a time constant of half a second, of the
/// number of running slots divided by all.
class BusyFraction {
 public:
  explicit BusyFraction(int slots) : slots_(slots) {}
  /// `running` slots have been running since the last call.
  void Advance(TimePoint now, int running) {
    if (last_ != TimePoint::min() && now > last_) {
      const double elapsed_s = std::chrono::duration<double>(now - last_).count();
      const double keep = std::exp(-elapsed_s / 0.5);
      value_ = keep * value_ + (1 - keep) * running / slots_;
    }
    last_ = now;
  }
  double value() const { return value_; }

 private:
  int slots_;
  TimePoint last_ = TimePoint::min();
  double value_ = 0;
};

}  // namespace crossdock::schedule
