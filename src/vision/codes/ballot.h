#pragma once

#include <optional>
#include <string>
#include <vector>

#include "vision/codes/scan.h"

namespace crossdock::vision::codes {

/// Collects what different variations of one place gave, and says when that is enough to believe one of them.
class Ballot {
 public:
  /// One read. `variation` names what was done to the picture ("sharpen 2"); several reads of a text by the same variation count
  /// once. `matched`: the number was found by matching patterns, not by thresholds.
  void Cast(const Reading& reading, const std::string& variation, bool matched = false);

  struct Winner {
    Reading reading;
    std::string variation;  ///< that read it first
    int reads = 0;          ///< different variations that gave it
  };
  /// The text that has as many reads as its symbology asks for and more than twice those of any other text. A number of the EAN
  /// family must have been matched at least once: sharpened blur gives thresholds many a number whose one check digit fits.
  /// An add-on to the winner that was read, too, is taken along.
  std::optional<Winner> Elected() const;

 private:
  struct Candidate {
    Reading reading;
    std::vector<std::string> variations;
    bool matched = false;
    int votes() const { return static_cast<int>(variations.size()); }
    /// The same number, with or without an add-on.
    bool Agrees(const Candidate& other) const;
  };
  std::vector<Candidate> candidates_;
};

}  // namespace crossdock::vision::codes
