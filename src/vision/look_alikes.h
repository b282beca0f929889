#pragma once

#include <cstddef>
#include <optional>
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

  enum class Kind : char { kOther, kDigit, kCapital, kSmall };
  static Kind KindOf(char c);
  /// The letter of a class; 0 if it is not an ASCII letter or digit.
  char Ascii(size_t label) const { return ascii_[label]; }
  /// The class of an ASCII letter or digit, if the dictionary has it.
  std::optional<size_t> LabelOf(char c) const;

  /// Punctuation as it is in Latin text, for what a class is in Chinese text, such as "，"; else nothing.
  std::optional<size_t> NarrowOf(size_t label) const;
  /// Whether it stands in Chinese text only.
  bool IsIdeograph(size_t label) const { return ideograph_[label]; }

  static constexpr float kRarely = 1.0f / 6;  // postcodes and part numbers do mix them
  static constexpr float kNever = 1.0f / 1000;

 private:
  std::vector<char> ascii_;                                // by class
  std::vector<bool> ideograph_;                            // by class
  std::unordered_map<size_t, size_t> narrow_;              // of wide punctuation
  std::unordered_map<char, size_t> labels_;                // of ASCII letters and digits
  std::unordered_map<size_t, std::vector<size_t>> alike_;  // by class
};

/// One letter of a greedy decoding: its class, where it stands, how sure it is, and the probabilities of all classes there.
struct Emission {
  size_t label = 0;
  std::span<const float> probabilities;
  float x = 0;  // pixels of the line's picture
  float certainty =
      0;  // probability of what was read here: of the class, or of all that look alike where shape decided
};

/// Exchanges letters for look-alikes that the net holds likely too and that fit their neighbours better: the class with the highest
/// product of probability and its worse fit wins. Where the net is sure nothing changes, but for wide punctuation in a line without any ideograph.
void SettleLookAlikes(std::span<Emission> letters, const LookAlikes& alike);

}  // namespace crossdock::vision
