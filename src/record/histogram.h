#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace crossdock::record {

/// Counts of values that merge exactly: the result depends only on the data, never on the order or the grouping in which it came.
///
/// Bins    [k*w, (k+1)*w) with w = 2^exponent, so zero is always an edge. The exponent is the least that keeps every value within
///         kBinsPerSide bins of zero; on overflow it rises and bins 2i and 2i+1 become bin i, which is exact in counts.
/// Merging raises both to the larger exponent and adds: associative and commutative, as the exponent of a union is the larger one.
/// Not kept: sums and means, whose rounding depends on the order.
/// Threads: one at a time.
class Histogram {
 public:
  static constexpr int64_t kBinsPerSide = 4096;
  /// Of the finest bins: a finer one only tells values below 2^-88 apart.
  static constexpr int kLeastExponent = -100;

  void Add(double value);
  void AddAll(std::span<const float> values);
  /// The values added belong to so many independent requests: pixels of one picture are no independent sample.
  void CountRequests(uint64_t requests) { requests_ += requests; }
  void Merge(const Histogram& other);

  /// log2 of the bin width.
  int exponent() const { return exponent_; }
  double bin_width() const;
  /// above()[k] counts [k*w, (k+1)*w); below()[k] counts [-(k+1)*w, -k*w). Only as long as needed: the last one is not zero.
  std::span<const uint64_t> above() const { return above_; }
  std::span<const uint64_t> below() const { return below_; }
  /// Finite values counted in bins.
  uint64_t count() const { return count_; }
  uint64_t zeros() const { return zeros_; }
  uint64_t nans() const { return nans_; }
  uint64_t positive_infinities() const { return positive_infinities_; }
  uint64_t negative_infinities() const { return negative_infinities_; }
  uint64_t requests() const { return requests_; }
  /// Exact, of the finite values; +infinity and -infinity while there is none.
  double min() const { return min_; }
  double max() const { return max_; }

  bool operator==(const Histogram& other) const = default;

 private:
  void Raise(int exponent);

  int exponent_ = kLeastExponent;
  std::vector<uint64_t> above_;
  std::vector<uint64_t> below_;
  uint64_t count_ = 0;
  uint64_t zeros_ = 0;
  uint64_t nans_ = 0;
  uint64_t positive_infinities_ = 0;
  uint64_t negative_infinities_ = 0;
  uint64_t requests_ = 0;
  double min_ = std::numeric_limits<double>::infinity();
  double max_ = -std::numeric_limits<double>::infinity();
};

}  // namespace crossdock::record
