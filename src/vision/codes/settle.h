#pragma once

#include <vector>

#include "vision/codes/code.h"

namespace crossdock::vision::codes {

/// Makes one answer of plain reads of one picture, whether of one pass or of several over different symbologies. Of equal reads at one
/// place the better attested one stays. Two texts for one place cannot both be right: `Code::reads` count as votes, and a linear code
/// gives way to one with more than twice as many. A matrix code's error correction counts for more than votes: bars read within its
/// modules go. An add-on missed on some lines is no contradiction; the number with it stays.
/// returns  the codes that stand, from top to bottom
std::vector<Code> Settle(std::vector<Code> codes);

}  // namespace crossdock::vision::codes
