#pragma once

#include <cmath>

#include "base/clock.h"

namespace crossdock::schedule {

/// Expected time between arrivals, unknown before the second: exponentially weighted, per request with the weight 0.1, per row with
/// 0.02, which says how much work is offered and not who comes next.
class ArrivalGap {
 public:
  void Arrive(TimePoint now, int rows = 1) {
    if (last_ != TimePoint::min()) {
      const auto gap = static_cast<double>((now - last_).count());
      mean_ns_ = mean_ns_ < 0 ? gap : mean_ns_ + 0.1 * (gap - mean_ns_);
      slow_mean_ns_ = slow_mean_ns_ < 0 ? gap : slow_mean_ns_ + 0.02 * (gap - slow_mean_ns_);
    }
    mean_rows_ = mean_rows_ == 0 ? rows : mean_rows_ + 0.02 * (rows - mean_rows_);
    last_ = now;
  }
  Nanos expected() const { return mean_ns_ < 0 ? Nanos::max() : Nanos(static_cast<int64_t>(mean_ns_)); }
  Nanos per_row() const {
    return slow_mean_ns_ < 0 ? Nanos::max() : Nanos(static_cast<int64_t>(slow_mean_ns_ / mean_rows_));
  }

 private:
  TimePoint last_ = TimePoint::min();
  double mean_ns_ = -1;
  double slow_mean_ns_ = -1;
  double mean_rows_ = 0;
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
