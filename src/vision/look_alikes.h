#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace crossdock::vision {

/// Letters and digits that fonts draw alike, such as 0, O and o, and how well two of them stand side by side. A word is mostly digits or
/// mostly letters, and has capitals at its beginning or throughout; a recognizer that wavers between look-alikes does not know that.
class LookAlikes {
 public:
  /// `letters` by class, UTF-8; those that are not ASCII have no look-alikes and go with everything.
  explicit LookAlikes(std::span<const std::string> letters);

  /// The other classes that look like this one.
  std::span<const size_t> Of(size_t label) const;
  /// How likely neighbours of these classes are against two of a kind: 1 or kRarely.
  float Fit(size_t left, size_t right) const;

  static constexpr float kRarely = 1.0f / 6;  // postcodes and part numbers do mix them

 private:
  enum class Kind : char { kOther, kDigit, kCapital, kSmall };
  std::vector<Kind> kinds_;
  std::unordered_map<size_t, std::vector<size_t>> alike_;
};

/// One letter of a greedy decoding: its class, and the probabilities of all classes where it stands.
struct Emission {
  size_t label = 0;
  std::span<const float> probabilities;
};

/// Exchanges letters for look-alikes that the net holds likely too and that fit their neighbours better: the class with the highest
/// product of probability and fit wins. Where the net is sure nothing changes.
void SettleLookAlikes(std::span<Emission> letters, const LookAlikes& alike);

}  // namespace crossdock::vision
