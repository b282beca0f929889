#include "load/arrivals.h"

#include <random>

namespace crossdock::load {
namespace {

Nanos FromSeconds(double seconds) { return std::chrono::duration_cast<Nanos>(std::chrono::duration<double>(seconds)); }

class Drawn final : public Arrivals {
 public:
  Drawn(ArrivalKind kind, double cv, RateProfile rates, uint64_t seed)
      : kind_(kind), rates_(std::move(rates)), random_(seed), gamma_(1 / (cv * cv), cv * cv) {}

  std::optional<Nanos> Next() override {
    const auto next = rates_.After(now_, Gap());
    if (!next) return std::nullopt;
    now_ = *next;
    return FromSeconds(now_);
  }

 private:
  /// The next gap at a rate of one.
  double Gap() {
    switch (kind_) {
      case ArrivalKind::kPoisson: return exponential_(random_);
      case ArrivalKind::kGamma: return gamma_(random_);
      case ArrivalKind::kConstant: break;
    }
    const bool first = first_;
    first_ = false;
    return first ? 0 : 1;
  }

  const ArrivalKind kind_;
  const RateProfile rates_;
  std::mt19937_64 random_;
  std::exponential_distribution<double> exponential_{1.0};
  std::gamma_distribution<double> gamma_;
  bool first_ = true;
  double now_ = 0;
};

class Replayed final : public Arrivals {
 public:
  Replayed(std::vector<double> seconds, double speed) : seconds_(std::move(seconds)), speed_(speed) {}

  std::optional<Nanos> Next() override {
    if (next_ == seconds_.size()) return std::nullopt;
    return FromSeconds((seconds_[next_++] - seconds_.front()) / speed_);
  }

 private:
  const std::vector<double> seconds_;
  const double speed_;
  size_t next_ = 0;
};

}  // namespace

std::unique_ptr<Arrivals> DrawnArrivals(ArrivalKind kind, double cv, RateProfile rates, uint64_t seed) {
  return std::make_unique<Drawn>(kind, cv, std::move(rates), seed);
}

std::vector<Nanos> PoissonMoments(double per_second, Nanos length, uint64_t seed) {
  const auto arrivals = DrawnArrivals(ArrivalKind::kPoisson, 1, RateProfile(per_second, {}), seed);
  std::vector<Nanos> moments;
  for (auto next = arrivals->Next(); next && *next < length; next = arrivals->Next()) moments.push_back(*next);
  return moments;
}

std::unique_ptr<Arrivals> ReplayedArrivals(std::vector<double> seconds, double speed) {
  return std::make_unique<Replayed>(std::move(seconds), speed);
}

}  // namespace crossdock::load
