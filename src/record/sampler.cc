#include "record/sampler.h"

#include <algorithm>

namespace crossdock::record {
namespace {

constexpr uint64_t kGoldenStep = 0x9E3779B97F4A7C15;
constexpr double kRange = 9007199254740992.0;  // 2^53

uint64_t Mix(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return x ^ (x >> 31);
}

}  // namespace

Sampler::Sampler(double probability, uint64_t seed)
    : threshold_(static_cast<uint64_t>(std::clamp(probability, 0.0, 1.0) * kRange)), state_(seed) {}

bool Sampler::Draw() noexcept {
  const uint64_t x = state_.fetch_add(kGoldenStep, std::memory_order_relaxed) + kGoldenStep;
  return (Mix(x) >> 11) < threshold_;
}

}  // namespace crossdock::record
