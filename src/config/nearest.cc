#include "config/nearest.h"

#include <algorithm>
#include <cctype>
#include <vector>

#include <fmt/ranges.h>

namespace crossdock::config {
namespace {

constexpr size_t kLongestWord = 64;  // nobody misspells longer ones; bounds the quadratic search
constexpr size_t kLongestListing = 16;

char Fold(char c) { return c == '-' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

}  // namespace

int EditDistance(std::string_view a, std::string_view b) {
  const size_t width = b.size() + 1;
  std::vector<int> before_last(width), last(width), row(width);
  for (size_t j = 0; j < width; ++j) last[j] = static_cast<int>(j);
  for (size_t i = 1; i <= a.size(); ++i) {
    row[0] = static_cast<int>(i);
    for (size_t j = 1; j < width; ++j) {
      const bool same = Fold(a[i - 1]) == Fold(b[j - 1]);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && Fold(a[i - 1]) == Fold(b[j - 2]) && Fold(a[i - 2]) == Fold(b[j - 1]);
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    std::swap(before_last, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

std::string Nearest(std::string_view word, std::span<const std::string> candidates) {
  if (word.empty() || word.size() > kLongestWord) return {};
  std::string best;
  int least = static_cast<int>(std::max<size_t>(1, word.size() / 3)) + 1;
  for (const std::string& candidate : candidates) {
    if (candidate.size() > kLongestWord) continue;
    const int distance = EditDistance(word, candidate);
    if (distance >= least) continue;
    least = distance;
    best = candidate;
  }
  return best;
}

std::string Advice(std::string_view word, std::span<const std::string> candidates) {
  if (const std::string best = Nearest(word, candidates); !best.empty())
    return fmt::format("; did you mean \"{}\"?", best);
  if (candidates.empty() || candidates.size() > kLongestListing) return {};
  return fmt::format("; there are: {}", fmt::join(candidates, ", "));
}

}  // namespace crossdock::config
