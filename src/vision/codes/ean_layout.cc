#include "vision/codes/ean_layout.h"

namespace crossdock::vision::codes {
namespace {

constexpr std::array<unsigned, 10> kL = {0b0001101, 0b0011001, 0b0010011, 0b0111101, 0b0100011,
                                         0b0110001, 0b0101111, 0b0111011, 0b0110111, 0b0001011};

constexpr std::array kGuards13 = {Guard{-4, "00001010"}, Guard{44, "1010101"}, Guard{91, "01010000"}};
constexpr std::array kLeft13 = {3, 10, 17, 24, 31, 38};
constexpr std::array kRight13 = {50, 57, 64, 71, 78, 85};
constexpr std::array kParities13 = {Parity{0b000000, 0, -1}, Parity{0b001011, 1, -1}, Parity{0b001101, 2, -1},
                                    Parity{0b001110, 3, -1}, Parity{0b010011, 4, -1}, Parity{0b011001, 5, -1},
                                    Parity{0b011100, 6, -1}, Parity{0b010101, 7, -1}, Parity{0b010110, 8, -1},
                                    Parity{0b011010, 9, -1}};

constexpr std::array kGuards8 = {Guard{-4, "00001010"}, Guard{30, "1010101"}, Guard{63, "01010000"}};
constexpr std::array kLeft8 = {3, 10, 17, 24};
constexpr std::array kRight8 = {36, 43, 50, 57};
constexpr std::array kParities8 = {Parity{0, -1, -1}};

constexpr std::array kGuardsE = {Guard{-4, "00001010"}, Guard{44, "10101010000"}};
// For number system 0; system 1 is the opposite.
constexpr std::array<unsigned, 10> kParityE = {0b111000, 0b110100, 0b110010, 0b110001, 0b101100,
                                               0b100110, 0b100011, 0b101010, 0b101001, 0b100101};

constexpr std::array<Parity, 20> MakeParitiesE() {
  std::array<Parity, 20> parities{};
  for (int i = 0; i < 10; ++i) {
    const auto at = static_cast<size_t>(i);
    parities[at] = {kParityE[at], 0, i};
    parities[at + 10] = {kParityE[at] ^ 0b111111u, 1, i};
  }
  return parities;
}
constexpr std::array kParitiesE = MakeParitiesE();

constexpr std::array<EanLayout, 3> kLayouts = {
    EanLayout{"EAN-13", 95, 60, kGuards13, kLeft13, kRight13, kParities13},
    EanLayout{"UPC-E", 51, 34, kGuardsE, kLeft13, {}, kParitiesE},
    EanLayout{"EAN-8", 67, 44, kGuards8, kLeft8, kRight8, kParities8},
};

/// Weighted 3, 1, 3, ... from the right, the check digit itself counting once.
bool CheckDigitFits(std::string_view number) {
  int sum = 0;
  int weight = 1;
  for (size_t i = number.size(); i-- > 0; weight = 4 - weight) sum += weight * (number[i] - '0');
  return sum % 10 == 0;
}

char ToChar(int digit) { return static_cast<char>('0' + digit); }

std::string ToText(std::span<const int> digits) {
  std::string text;
  for (int digit : digits) text += ToChar(digit);
  return text;
}

/// A UPC-E's six digits leave out a run of zeros; the last one says where (GS1 General Specifications, 5.2.2.4.2).
std::string Expand(std::span<const int> six) {
  const int last = six[5];
  if (last <= 2) return ToText(six.first(2)) + ToChar(last) + "0000" + ToText(six.subspan(2, 3));
  if (last == 3) return ToText(six.first(3)) + "00000" + ToText(six.subspan(3, 2));
  if (last == 4) return ToText(six.first(4)) + "00000" + ToChar(six[4]);
  return ToText(six.first(5)) + "0000" + ToChar(last);
}

}  // namespace

unsigned DigitBits(DigitSet set, int digit) {
  const unsigned l = kL[static_cast<size_t>(digit)];
  if (set == DigitSet::kL) return l;
  const unsigned r = l ^ 0b1111111u;
  if (set == DigitSet::kR) return r;
  unsigned g = 0;
  for (int i = 0; i < 7; ++i) g |= ((r >> i) & 1u) << (6 - i);
  return g;
}

std::string EanLayout::Text(const Parity& parity, std::span<const int> found) const {
  std::string number = parity.check >= 0 ? Expand(found) + ToChar(parity.check) : ToText(found);
  if (parity.lead >= 0) number.insert(number.begin(), ToChar(parity.lead));
  if (!CheckDigitFits(number)) return {};
  return parity.check >= 0 ? "0" + number : number;
}

std::span<const EanLayout> EanLayouts() { return kLayouts; }

}  // namespace crossdock::vision::codes
