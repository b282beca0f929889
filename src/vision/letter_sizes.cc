#include "vision/letter_sizes.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace crossdock::vision {
namespace {
using Kind = LookAlikes::Kind;

constexpr std::string_view kTallLetters = "ABDEFGHIKLMNPRTYbdfhkl123456789";
constexpr std::string_view kSmallLetters = "aemnr";
constexpr std::string_view kPairs = "CcOoSsUuVvWwXxZz";

// Small letters are 0.65 to 0.85 as tall as capitals, by font.
constexpr float kNear = 0.35f;            // how far between the two sizes a letter still is of the nearer one
constexpr float kLeastStep = 1.1f;        // of the small size: a line whose sizes differ less was measured badly
constexpr float kSmallAtMost = 0.8f;      // of a tall letter, where the line has no small one
constexpr float kTallAtLeast = 0.93f;     // of a tall letter, there
constexpr float kTallBesideSmall = 1.2f;  // of a small letter, where the line has no tall one
constexpr float kNoZero = 0.9f;           // width over height from which it is an O
constexpr float kWiderThanDigits = 1.25f;
constexpr float kMarked = 0.3f;  // share of ink in the middle
constexpr float kBlank = 0.1f;

/// What a kind of letter measures in this line; nothing where none stands there.
std::optional<float> Median(std::vector<int> pixels) {
  if (pixels.empty()) return std::nullopt;
  const auto middle = pixels.begin() + static_cast<std::ptrdiff_t>(pixels.size() / 2);
  std::nth_element(pixels.begin(), middle, pixels.end());
  return static_cast<float>(*middle);
}

struct Measured {
  std::vector<std::optional<Ink>> inks;  // by letter
  std::optional<float> tall;             // height of capitals, digits and letters that reach as high
  std::optional<float> small;            // height of letters that do not
  std::optional<float> digit_width;      // of digits that are no zeros
  bool zeros_are_marked = false;         // one of the zeros has ink in its middle
};

/// The ink of each letter; none for those that share a piece.
std::vector<std::optional<Ink>> InkOf(std::span<const Emission> letters, const LineInk& ink) {
  std::vector<std::optional<Ink>> found;
  for (const Emission& letter : letters) found.push_back(ink.At(letter.x));
  std::vector<bool> shared(found.size(), false);
  for (size_t i = 1; i < found.size(); ++i) {
    if (found[i] && found[i - 1] && found[i]->left == found[i - 1]->left) shared[i] = shared[i - 1] = true;
  }
  for (size_t i = 0; i < found.size(); ++i) {
    if (shared[i]) found[i].reset();
  }
  return found;
}

Measured Measure(std::span<const Emission> letters, const LineInk& ink, const LookAlikes& alike) {
  Measured line;
  line.inks = InkOf(letters, ink);
  std::vector<int> tall, small, digits;
  for (size_t i = 0; i < letters.size(); ++i) {
    const auto& here = line.inks[i];
    if (!here) continue;
    const char c = alike.Ascii(letters[i].label);
    if (kTallLetters.find(c) != std::string_view::npos) tall.push_back(here->height());
    if (kSmallLetters.find(c) != std::string_view::npos) small.push_back(here->height());
    if (c > '1' && c <= '9') digits.push_back(here->width());
    if (c == '0' && here->middle >= kMarked) line.zeros_are_marked = true;
  }
  line.tall = Median(std::move(tall));
  line.small = Median(std::move(small));
  line.digit_width = Median(std::move(digits));
  return line;
}

enum class Size { kUnknown, kSmall, kTall };

Size SizeOf(const Ink& ink, const Measured& line) {
  const auto height = static_cast<float>(ink.height());
  if (line.tall && line.small) {
    if (*line.tall < kLeastStep * *line.small) return Size::kUnknown;
    const float place = (height - *line.small) / (*line.tall - *line.small);
    return place >= 1 - kNear ? Size::kTall : place <= kNear ? Size::kSmall : Size::kUnknown;
  }
  if (line.tall) {
    return height >= kTallAtLeast * *line.tall   ? Size::kTall
           : height <= kSmallAtMost * *line.tall ? Size::kSmall
                                                 : Size::kUnknown;
  }
  return line.small && height >= kTallBesideSmall * *line.small ? Size::kTall : Size::kUnknown;
}

bool IsLetterO(const Ink& ink, const Measured& line) {
  if (line.tall && static_cast<float>(ink.height()) < kTallAtLeast * *line.tall) return false;
  const auto width = static_cast<float>(ink.width());
  const bool wide = width >= kNoZero * static_cast<float>(ink.height());
  if (wide && (!line.digit_width || width >= kWiderThanDigits * *line.digit_width)) return true;
  return line.zeros_are_marked && ink.middle <= kBlank;
}

/// Whether a letter may have this size between its neighbours: words are small, capitalized, or all capitals.
bool MayBe(Size size, Kind left, Kind right) {
  if (size == Size::kTall) return left != Kind::kSmall && (left != Kind::kCapital || right != Kind::kSmall);
  return size == Size::kSmall && right != Kind::kCapital;
}

/// Whether a zero may be a letter between its neighbours.
bool MayBeO(Kind left, Kind right) {
  return right == Kind::kSmall || (left == Kind::kCapital && right != Kind::kDigit);
}
}  // namespace

void SettleSizes(std::span<Emission> letters, const LineInk& ink, const LookAlikes& alike) {
  const Measured line = Measure(letters, ink, alike);
  const auto kind = [&](size_t i) {
    return i < letters.size() ? LookAlikes::KindOf(alike.Ascii(letters[i].label)) : Kind::kOther;
  };
  for (size_t i = 0; i < letters.size(); ++i) {
    if (!line.inks[i]) continue;
    const Kind left = i > 0 ? kind(i - 1) : Kind::kOther;
    const char c = alike.Ascii(letters[i].label);
    char better = c;
    if (c == '0') {
      if (MayBeO(left, kind(i + 1)) && IsLetterO(*line.inks[i], line)) better = 'O';
    } else if (kPairs.find(c) != std::string_view::npos) {
      const Size size = SizeOf(*line.inks[i], line);
      if (MayBe(size, left, kind(i + 1))) better = static_cast<char>(size == Size::kTall ? c & ~0x20 : c | 0x20);
    }
    letters[i].label = alike.LabelOf(better).value_or(letters[i].label);
  }
}

}  // namespace crossdock::vision
