#include "vision/codes/ballot.h"

#include <algorithm>

#include "vision/codes/trust.h"

namespace crossdock::vision::codes {
namespace {

constexpr int kConvincingLines =
    3;  // scan lines (bands of a strip) of a code with a checksum that make one read enough

bool OfEanFamily(const std::string& format) {
  return format == "EAN-13" || format == "EAN-8" || format == "UPC-A" || format == "UPC-E" || format == "ISBN";
}

}  // namespace

void Ballot::Cast(const Reading& reading, const std::string& variation, bool matched) {
  auto it = std::find_if(candidates_.begin(), candidates_.end(), [&](const Candidate& c) {
    return c.reading.text == reading.text && c.reading.format == reading.format;
  });
  if (it == candidates_.end()) {
    candidates_.push_back({reading, {variation}, matched});
    return;
  }
  it->matched |= matched;
  it->reading.lines = std::max(it->reading.lines, reading.lines);
  if (std::find(it->variations.begin(), it->variations.end(), variation) == it->variations.end()) {
    it->variations.push_back(variation);
  }
}

bool Ballot::Candidate::Agrees(const Candidate& other) const {
  return reading.format == other.reading.format &&
         (reading.text.starts_with(other.reading.text) || other.reading.text.starts_with(reading.text));
}

std::optional<Ballot::Winner> Ballot::Elected() const {
  for (const Candidate& candidate : candidates_) {
    int votes = 0;
    int against = 0;
    bool matched = false;
    const Candidate* fullest = &candidate;
    for (const Candidate& other : candidates_) {
      if (!candidate.Agrees(other)) {
        against = std::max(against, other.votes());
        continue;
      }
      votes += other.votes();
      matched |= other.matched;
      if (other.reading.text.size() > fullest->reading.text.size()) fullest = &other;
    }
    const Trust trust = TrustOf(candidate.reading.format);
    int wanted = ReadsWanted(trust);
    if (trust == Trust::kChecksum && candidate.reading.lines < kConvincingLines) ++wanted;
    if (OfEanFamily(candidate.reading.format) && !matched) continue;
    if (votes >= wanted && votes > 2 * against) return Winner{fullest->reading, candidate.variations.front(), votes};
  }
  return std::nullopt;
}

}  // namespace crossdock::vision::codes
