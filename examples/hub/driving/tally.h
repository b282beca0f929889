#pragma once

#include <map>
#include <span>
#include <string>
#include <utility>

#include "hub/driving/sending.h"
#include "hub/driving/verdict.h"

namespace crossdock::hub {

struct Counts {
  int pictures = 0;
  int codes_right = 0;
  int codes_total = 0;
  int codes_wrong = 0;  // texts that no code of the picture has
  int lines_right = 0;
  int lines_total = 0;
  int lines_with_spaces = 0;  // right in their spaces too
  int large_right = 0;        // of lines with letters of kLargeLetterPx and more
  int large_total = 0;
};

constexpr double kLargeLetterPx = 20;

/// Percent; 100 of nothing.
double Percent(int right, int total);

/// Read rates by group, (kind, name): ("stratum", "A/day/dry"), ("light and weather", "day/dry"), ("shape", "long"), ("all", "all").
class Tally {
 public:
  using Group = std::pair<std::string, std::string>;
  void Add(const PictureTruth& truth, const Verdict& verdict);
  const std::map<Group, Counts>& Groups() const { return groups_; }
  const Counts& All() { return groups_[{"all", "all"}]; }

 private:
  std::map<Group, Counts> groups_;
};

/// Tallies all pictures that have truth; of one that failed, nothing was read.
Tally TallyShots(std::span<const PictureFile> pictures, std::span<const Shot> shots);

/// The same as a table for the terminal, and as JSON (an array of objects with kind, name and the counts).
std::string ToTable(const Tally& tally);
std::string ToJson(const Tally& tally);

}  // namespace crossdock::hub
