#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hub/drawing/truth.h"
#include "hub/driving/reading.h"

namespace crossdock::hub {

/// A reading held against the truth.
struct Verdict {
  struct Line {
    std::optional<std::size_t> read;   // index of the reading's line that is right
    bool spaces_too = false;           // its spaces are right as well
    std::vector<std::size_t> instead;  // what else was read in its place
  };
  std::vector<std::optional<std::size_t>> codes;  // per true code: index of the reading's code that is right
  std::vector<Line> lines;                        // per true line
  std::vector<std::size_t> wrong_codes;           // codes read with a text that no true code has
  int CodesRight() const;
  int LinesRight() const;
};

/// A code is right if letters and digits of its text are; a line if its text is the same but for spaces and its middle lies on the
/// true line (the true quad's bounding box grown by the height of a letter). Each line read counts once.
Verdict Judge(const PictureTruth& truth, const Reading& reading);

/// `text` without white space.
std::string WithoutSpaces(const std::string& text);

}  // namespace crossdock::hub
