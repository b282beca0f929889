#pragma once

#include <atomic>
#include <cstdint>

namespace crossdock::record {

/// Draws yes with a fixed probability: a counter through the SplitMix64 mixer (Steele, Lea and Flood 2014), so that it needs no lock and
/// the same seed gives the same sequence. Any thread.
class Sampler {
 public:
  /// probability  0..1
  Sampler(double probability, uint64_t seed);
  bool Draw() noexcept;

 private:
  const uint64_t threshold_;  // of 2^53
  std::atomic<uint64_t> state_;
};

}  // namespace crossdock::record
