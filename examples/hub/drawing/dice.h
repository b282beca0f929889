#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <span>

namespace crossdock::hub {

/// Every choice of a drawing is rolled here, so that one seed gives one shift. Written out instead of taken from <random>, whose
/// distributions differ between standard libraries. Source of the generator: splitmix64 (Steele, Lea, Flood 2014). One thread.
class Dice {
 public:
  explicit Dice(uint64_t seed) : state_(seed) {}
  /// Dice for picture `index` of the shift `seed`: independent of how many pictures are drawn and in which order.
  static Dice ForPicture(uint64_t seed, int index) {
    Dice mixer(seed * 0x9E3779B97F4A7C15u + static_cast<uint64_t>(index));
    return Dice(mixer.Next());
  }

  uint64_t Next() {
    state_ += 0x9E3779B97F4A7C15u;
    uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  /// In [0, 1).
  double Fraction() { return static_cast<double>(Next() >> 11) * 0x1.0p-53; }
  double Uniform(double low, double high) { return low + (high - low) * Fraction(); }
  /// In [low, high], both included.
  int Int(int low, int high) {
    return low + static_cast<int>(Next() % static_cast<uint64_t>(static_cast<int64_t>(high) - low + 1));
  }
  bool Chance(double probability) { return Fraction() < probability; }
  double Normal(double mean, double sigma) {
    const double radius = std::sqrt(-2.0 * std::log(1.0 - Fraction()));
    return mean + sigma * radius * std::cos(2.0 * std::numbers::pi * Fraction());
  }
  template <class T>
  const T& Pick(std::span<const T> choices) {
    return choices[Next() % choices.size()];
  }
  template <class T, std::size_t N>
  const T& Pick(const T (&choices)[N]) {
    return choices[Next() % N];
  }

 private:
  uint64_t state_;
};

}  // namespace crossdock::hub
