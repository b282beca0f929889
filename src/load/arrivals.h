#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/clock.h"
#include "load/rate_profile.h"

namespace crossdock::load {

/// When requests should be sent: moments since the start, each at or after the one before. One thread.
class Arrivals {
 public:
  virtual ~Arrivals() = default;
  /// The next moment; nothing: no more will come.
  virtual std::optional<Nanos> Next() = 0;
};

enum class ArrivalKind {
  kConstant,  // equal gaps, the first request at once
  kPoisson,   // exponential gaps: independent senders
  kGamma,     // gaps of a chosen coefficient of variation: below 1 steadier than Poisson, above 1 in bursts
};

/// Gaps drawn one by one, stretched so that there are as many a second as the rate of the moment says. Gamma gaps have the shape
/// 1/cv² and the scale cv²/rate, hence the mean 1/rate and the standard deviation cv/rate. The stretching is the inversion of the
/// cumulated rate (Çinlar, Introduction to Stochastic Processes, 1975; for gaps that are not exponential, Gerhardt and Nelson 2009).
/// One seed gives one list of moments, with one C++ library.
std::unique_ptr<Arrivals> DrawnArrivals(ArrivalKind kind, double cv, RateProfile rates, uint64_t seed);

/// The moments of a Poisson process before `length`, for who needs them all at once.
std::vector<Nanos> PoissonMoments(double per_second, Nanos length, uint64_t seed);

/// Given moments, counted from the first of them and divided by `speed`.
std::unique_ptr<Arrivals> ReplayedArrivals(std::vector<double> seconds, double speed);

}  // namespace crossdock::load
