#include "vision/look_alikes.h"

#include <string_view>

namespace crossdock::vision {
namespace {
// Of a letter's two cases only those that differ in nothing but size: J, K and P stand elsewhere on the line than j, k and p.
constexpr std::string_view kGroups[] = {"0Oo", "1Il", "2Zz", "5Ss", "6G", "8B", "Cc", "Uu", "Vv", "Ww", "Xx"};
}  // namespace

LookAlikes::LookAlikes(std::span<const std::string> letters) {
  std::unordered_map<char, size_t> labels;
  for (size_t label = 0; label < letters.size(); ++label) {
    const char c = letters[label].size() == 1 ? letters[label][0] : '\0';
    kinds_.push_back(c >= '0' && c <= '9'   ? Kind::kDigit
                     : c >= 'A' && c <= 'Z' ? Kind::kCapital
                     : c >= 'a' && c <= 'z' ? Kind::kSmall
                                            : Kind::kOther);
    if (kinds_.back() != Kind::kOther) labels.emplace(c, label);
  }
  for (const std::string_view group : kGroups) {
    for (const char one : group) {
      for (const char other : group) {
        if (one == other || labels.count(one) == 0 || labels.count(other) == 0) continue;
        alike_[labels[one]].push_back(labels[other]);
      }
    }
  }
}

std::span<const size_t> LookAlikes::Of(size_t label) const {
  const auto found = alike_.find(label);
  if (found == alike_.end()) return {};
  return found->second;
}

float LookAlikes::Fit(size_t left, size_t right) const {
  const Kind first = kinds_[left];
  const Kind second = kinds_[right];
  const bool fits = first == second || first == Kind::kOther || second == Kind::kOther ||
                    (first == Kind::kCapital && second == Kind::kSmall);
  return fits ? 1 : kRarely;
}

void SettleLookAlikes(std::span<Emission> letters, const LookAlikes& alike) {
  for (size_t i = 0; i < letters.size(); ++i) {
    const auto weight = [&](size_t label) {
      float product = letters[i].probabilities[label];
      if (i > 0) product *= alike.Fit(letters[i - 1].label, label);
      if (i + 1 < letters.size()) product *= alike.Fit(label, letters[i + 1].label);
      return product;
    };
    size_t best = letters[i].label;
    for (const size_t other : alike.Of(letters[i].label)) {
      if (weight(other) > weight(best)) best = other;
    }
    letters[i].label = best;
  }
}

}  // namespace crossdock::vision
