#pragma once

#include <optional>
#include <string>
#include <vector>

#include "vision/codes/scan.h"

namespace crossdock::vision::codes {

/// How a text was found.
enum class Vote {
  kRead,     ///< by thresholds: the library read a variation
  kMatched,  ///< by matching the symbology's patterns against the brightness, clearly
  kHint,     ///< by matching, but not clearly: confirms a read, proves nothing alone
};

/// Collects what different variations of one place gave, and says when that is enough to believe one of them.
class Ballot {
 public:
  /// One find. `variation` names what was done to the picture ("sharpen 2"); several finds of a text by the same variation count once.
  void Cast(const Reading& reading, const std::string& variation, Vote vote = Vote::kRead);

  struct Winner {
    Reading reading;
    std::string variation;  ///< that found it first
    int reads = 0;          ///< different variations that gave it
  };
  /// The text that has as many votes as its symbology asks for and more than twice those of any other text. A number of the EAN family
  /// must be matched, or read and hinted at, or read by variations of different kinds or by three: sharpened blur gives thresholds many
  /// a number whose one check digit fits. An add-on to the winner that was read, too, is taken along.
  std::optional<Winner> Elected() const;

 private:
  struct Candidate {
    Reading reading;
    std::vector<std::string> reads;
    std::vector<std::string> matches;
    std::vector<std::string> hints;
    std::string first;
    /// The same number, with or without an add-on.
    bool Agrees(const Candidate& other) const;
    int votes() const { return static_cast<int>(reads.size() + matches.size()); }
  };

  std::vector<Candidate> candidates_;
};

}  // namespace crossdock::vision::codes
