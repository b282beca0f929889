#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace crossdock::vision::codes {

/// Digits of EAN and UPC come in three sets of patterns, seven modules each (GS1 General Specifications, 5.2.1).
enum class DigitSet { kL, kG, kR };

/// Modules of a digit, first one in bit 6; 1 is dark.
unsigned DigitBits(DigitSet set, int digit);

/// A fixed pattern at a fixed place, with one known module more on either side.
struct Guard {
  int at;                    ///< module of the first character of `modules`
  std::string_view modules;  ///< '0' light, '1' dark
};

/// One way in which the sets of the left digits may alternate; it carries a digit (or two) itself.
struct Parity {
  unsigned sets;  ///< bit i, from the first digit in the highest bit down: 1 is set G
  int lead;       ///< the digit in front that it stands for
  int check;      ///< the check digit that it stands for, -1 if the check digit has a pattern of its own
};

/// How a symbol of the family is put together.
struct EanLayout {
  std::string_view format;
  int modules;  ///< from the first bar to the last
  int edges;    ///< changes between dark and light, the outer edges included
  std::span<const Guard> guards;
  std::span<const int> left;   ///< first module of each digit of set L or G
  std::span<const int> right;  ///< first module of each digit of set R
  std::span<const Parity> parities;

  int digits() const { return static_cast<int>(left.size() + right.size()); }
  /// The full number for the digits found under `parity`, or "" if the check digit contradicts.
  std::string Text(const Parity& parity, std::span<const int> digits) const;
};

/// EAN-13 (and with it UPC-A), EAN-8, UPC-E.
std::span<const EanLayout> EanLayouts();

}  // namespace crossdock::vision::codes
