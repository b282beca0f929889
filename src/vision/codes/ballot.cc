#include "vision/codes/ballot.h"

#include <algorithm>
#include <set>

#include "vision/codes/trust.h"

namespace crossdock::vision::codes {
namespace {

constexpr int kConvincingLines =
    3;  // scan lines (bands of a strip) of a code with a checksum that make one read enough

bool OfEanFamily(const std::string& format) {
  return format == "EAN-13" || format == "EAN-8" || format == "UPC-A" || format == "UPC-E" || format == "ISBN";
}

/// Three variations, or two of different kinds.
bool SaidByMany(const std::set<std::string>& variations) {
  if (variations.size() < 2) return false;
  const auto kind = [](const std::string& variation) { return variation.substr(0, variation.find(' ')); };
  return variations.size() > 2 || kind(*variations.begin()) != kind(*variations.rbegin());
}

}  // namespace

void Ballot::Cast(const Reading& reading, const std::string& variation, Vote vote) {
  auto it = std::find_if(candidates_.begin(), candidates_.end(), [&](const Candidate& c) {
    return c.reading.text == reading.text && c.reading.format == reading.format;
  });
  if (it == candidates_.end()) it = candidates_.insert(candidates_.end(), {reading, {}, {}, {}, {}});
  if (it->first.empty() && vote != Vote::kHint) {
    it->first = variation;
    it->reading.corners = reading.corners;
  }
  it->reading.lines = std::max(it->reading.lines, reading.lines);
  auto& list = vote == Vote::kRead ? it->reads : (vote == Vote::kMatched ? it->matches : it->hints);
  if (std::find(list.begin(), list.end(), variation) == list.end()) list.push_back(variation);
}

bool Ballot::Candidate::Agrees(const Candidate& other) const {
  return reading.format == other.reading.format &&
         (reading.text.starts_with(other.reading.text) || other.reading.text.starts_with(reading.text));
}

std::optional<Ballot::Winner> Ballot::Elected() const {
  for (const Candidate& candidate : candidates_) {
    if (candidate.votes() == 0) continue;
    int against = 0;
    std::set<std::string> reads;
    std::set<std::string> matches;
    std::set<std::string> hints;
    const Candidate* fullest = &candidate;
    for (const Candidate& other : candidates_) {
      if (!candidate.Agrees(other)) {
        against = std::max(against, other.votes());
        continue;
      }
      reads.insert(other.reads.begin(), other.reads.end());
      matches.insert(other.matches.begin(), other.matches.end());
      hints.insert(other.hints.begin(), other.hints.end());
      if (other.votes() > 0 && other.reading.text.size() > fullest->reading.text.size()) fullest = &other;
    }
    const Trust trust = TrustOf(candidate.reading.format);
    int wanted = ReadsWanted(trust);
    if (trust == Trust::kChecksum && candidate.reading.lines < kConvincingLines) ++wanted;
    if (OfEanFamily(candidate.reading.format) && matches.empty() && hints.empty() && !SaidByMany(reads)) continue;
    const auto votes = static_cast<int>(reads.size() + matches.size() + (reads.empty() ? 0 : hints.size()));
    if (votes >= wanted && votes > 2 * against) return Winner{fullest->reading, candidate.first, votes};
  }
  return std::nullopt;
}

}  // namespace crossdock::vision::codes
