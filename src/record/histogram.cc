#include "record/histogram.h"

#include <algorithm>
#include <cmath>

namespace crossdock::record {
namespace {

constexpr int kLogBinsPerSide = 12;
static_assert(Histogram::kBinsPerSide == int64_t{1} << kLogBinsPerSide);

/// The least exponent e with -N*2^e <= value < N*2^e, N = 2^12.
int ExponentFor(double value) {
  if (value == 0) return Histogram::kLeastExponent;
  int log = 0;
  const double fraction = std::frexp(std::abs(value), &log);  // |value| = fraction * 2^log, 0.5 <= fraction < 1
  // -2^k belongs to the bin below it, whose far edge it is; +2^k starts the bin above.
  const bool edge = fraction == 0.5 && value < 0;
  return std::max(Histogram::kLeastExponent, log - kLogBinsPerSide - (edge ? 1 : 0));
}

void HalveBins(std::vector<uint64_t>& bins, int times) {
  if (bins.empty()) return;
  const size_t last = times >= 63 ? 0 : (bins.size() - 1) >> times;
  for (size_t i = 1; i < bins.size(); ++i) {
    const size_t to = times >= 63 ? 0 : i >> times;
    if (to == i) continue;
    bins[to] += bins[i];
    bins[i] = 0;
  }
  bins.resize(last + 1);
}

void Count(std::vector<uint64_t>& bins, size_t index) {
  if (index >= bins.size()) bins.resize(index + 1);
  bins[index] += 1;
}

void AddBins(std::vector<uint64_t>& to, const std::vector<uint64_t>& from) {
  if (from.size() > to.size()) to.resize(from.size());
  for (size_t i = 0; i < from.size(); ++i) to[i] += from[i];
}

}  // namespace

void Histogram::Add(double value) {
  if (std::isnan(value)) {
    ++nans_;
    return;
  }
  if (std::isinf(value)) {
    ++(value > 0 ? positive_infinities_ : negative_infinities_);
    return;
  }
  Raise(ExponentFor(value));
  // Scaling by a power of two is exact unless it underflows, and then the value lies in the bin beside zero either way.
  const double scaled = std::ldexp(value, -exponent_);
  if (value >= 0) {
    Count(above_, static_cast<size_t>(scaled));
  } else {
    Count(below_, static_cast<size_t>(std::max(1.0, std::ceil(-scaled))) - 1);
  }
  ++count_;
  if (value == 0) ++zeros_;
  min_ = std::min(min_, value == 0 ? 0.0 : value);  // -0.0 is 0.0, whichever comes first
  max_ = std::max(max_, value == 0 ? 0.0 : value);
}

void Histogram::AddAll(std::span<const float> values) {
  for (const float value : values) Add(static_cast<double>(value));
}

void Histogram::Merge(const Histogram& other) {
  Raise(other.exponent_);
  Histogram theirs = other;
  theirs.Raise(exponent_);
  AddBins(above_, theirs.above_);
  AddBins(below_, theirs.below_);
  count_ += theirs.count_;
  zeros_ += theirs.zeros_;
  nans_ += theirs.nans_;
  positive_infinities_ += theirs.positive_infinities_;
  negative_infinities_ += theirs.negative_infinities_;
  requests_ += theirs.requests_;
  min_ = std::min(min_, theirs.min_);
  max_ = std::max(max_, theirs.max_);
}

double Histogram::bin_width() const { return std::ldexp(1.0, exponent_); }

void Histogram::Raise(int exponent) {
  if (exponent <= exponent_) return;
  HalveBins(above_, exponent - exponent_);
  HalveBins(below_, exponent - exponent_);
  exponent_ = exponent;
}

}  // namespace crossdock::record
