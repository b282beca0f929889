#include "vision/look_alikes.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace crossdock::vision {
namespace {
// Of a letter's two cases only those that differ in nothing but size: J, K and P stand elsewhere on the line than j, k and p.
constexpr std::string_view kGroups[] = {"0Oo", "1Il", "2Zz", "5Ss", "6G", "8B", "Cc", "Uu", "Vv", "Ww", "Xx"};
constexpr std::pair<std::string_view, std::string_view> kWide[] = {{"，", ","}, {"：", ":"}, {"；", ";"}, {"（", "("},
                                                                   {"）", ")"}, {"！", "!"}, {"？", "?"}};

/// CJK Unified Ideographs, U+4E00 to U+9FFF, are those of three bytes from E4 B8 80 on.
bool IsIdeographInUtf8(std::string_view letter) {
  return letter.size() == 3 && letter >= "\xE4\xB8\x80" && letter <= "\xE9\xBF\xBF";
}
}  // namespace

LookAlikes::LookAlikes(std::span<const std::string> letters) {
  for (size_t label = 0; label < letters.size(); ++label) {
    const char c = letters[label].size() == 1 ? letters[label][0] : '\0';
    ascii_.push_back(KindOf(c) == Kind::kOther ? '\0' : c);
    ideograph_.push_back(IsIdeographInUtf8(letters[label]));
    if (ascii_.back() != '\0') labels_.emplace(c, label);
  }
  for (const auto& [wide, narrow] : kWide) {
    const auto from = std::find(letters.begin(), letters.end(), wide);
    const auto to = std::find(letters.begin(), letters.end(), narrow);
    if (from != letters.end() && to != letters.end()) {
      narrow_.emplace(static_cast<size_t>(from - letters.begin()), static_cast<size_t>(to - letters.begin()));
    }
  }
  for (const std::string_view group : kGroups) {
    for (const char one : group) {
      for (const char other : group) {
        if (one == other || !LabelOf(one) || !LabelOf(other)) continue;
        alike_[*LabelOf(one)].push_back(*LabelOf(other));
      }
    }
  }
}

LookAlikes::Kind LookAlikes::KindOf(char c) {
  if (c >= '0' && c <= '9') return Kind::kDigit;
  if (c >= 'A' && c <= 'Z') return Kind::kCapital;
  if (c >= 'a' && c <= 'z') return Kind::kSmall;
  return Kind::kOther;
}

std::optional<size_t> LookAlikes::LabelOf(char c) const {
  const auto found = labels_.find(c);
  if (found == labels_.end()) return std::nullopt;
  return found->second;
}

std::optional<size_t> LookAlikes::NarrowOf(size_t label) const {
  const auto found = narrow_.find(label);
  if (found == narrow_.end()) return std::nullopt;
  return found->second;
}

std::span<const size_t> LookAlikes::Of(size_t label) const {
  const auto found = alike_.find(label);
  if (found == alike_.end()) return {};
  return found->second;
}

float LookAlikes::Fit(size_t left, size_t right) const {
  const Kind first = KindOf(ascii_[left]);
  const Kind second = KindOf(ascii_[right]);
  const bool fits = first == second || first == Kind::kOther || second == Kind::kOther ||
                    (first == Kind::kCapital && second == Kind::kSmall);
  return fits ? 1 : kRarely;
}

namespace {
/// How likely a zero at the head of a word is that goes on with small letters: "0kg" there is, "0xford" there is not.
float FitOfZero(std::span<const Emission> letters, size_t at, const LookAlikes& alike) {
  const auto is_small = [&](size_t i) {
    const char c = i < letters.size() ? alike.Ascii(letters[i].label) : '\0';
    return c >= 'a' && c <= 'z';
  };
  if (at > 0 && alike.Ascii(letters[at - 1].label) != '\0') return 1;
  size_t end = at + 1;
  while (is_small(end)) ++end;
  const size_t small = end - at - 1;
  return small >= 3 ? LookAlikes::kNever : small == 2 ? LookAlikes::kRarely : 1;
}
}  // namespace

void SettleLookAlikes(std::span<Emission> letters, const LookAlikes& alike) {
  const bool chinese =
      std::any_of(letters.begin(), letters.end(), [&](const Emission& e) { return alike.IsIdeograph(e.label); });
  for (size_t i = 0; i < letters.size(); ++i) {
    const auto weight = [&](size_t label) {
      float fit = 1;
      if (i > 0) fit = std::min(fit, alike.Fit(letters[i - 1].label, label));
      if (i + 1 < letters.size()) fit = std::min(fit, alike.Fit(label, letters[i + 1].label));
      if (alike.Ascii(label) == '0') fit = std::min(fit, FitOfZero(letters, i, alike));
      return letters[i].probabilities[label] * fit;
    };
    size_t best = letters[i].label;
    for (const size_t other : alike.Of(letters[i].label)) {
      if (weight(other) > weight(best)) best = other;
    }
    if (best != letters[i].label) letters[i].certainty = letters[i].probabilities[best];
    letters[i].label = chinese ? best : alike.NarrowOf(best).value_or(best);
  }
}

}  // namespace crossdock::vision
