#include "vision/codes/confidence.h"

#include <array>

namespace crossdock::vision::codes {
namespace {

struct Counts {
  const char* name;
  int right;
  int wrong;
};

// Counted over the sample pictures of even number and 5790 drawn codes, most of them harder to read than a parcel's:
//   read_rate_bench --half even --drawn 6000 --seed 1 --code-free 0 --promise 0
// What it gives on the others (--half odd --drawn 6000 --seed 2) is printed as "calibration". A read counts as right when letters and
// digits are those of the truth. Nothing was read in pictures without a code.
constexpr std::array kTable = {
    Counts{"plain none few lines", 131, 35},
    Counts{"plain none many lines", 795, 1},
    Counts{"plain digit few lines", 79, 1},
    Counts{"plain digit many lines", 342, 1},
    Counts{"plain checksum", 527, 1},
    Counts{"plain lightly corrected", 128, 4},
    Counts{"plain corrected", 393, 0},
    Counts{"rescue none", 477, 6},
    Counts{"rescue digit", 266, 0},
    Counts{"rescue checksum", 380, 0},
    Counts{"rescue lightly corrected", 15, 0},
    Counts{"rescue corrected", 193, 1},
};

constexpr int kManyLines = 8;

}  // namespace

Evidence EvidenceOf(const Code& code) {
  return {code.path == kPlainPath || code.path == kInvertPath, TrustOf(code.format), code.reads};
}

int ConfidenceRow(const Evidence& evidence) {
  const int trust = static_cast<int>(evidence.trust);
  if (!evidence.plain) return 7 + trust;
  if (evidence.trust >= Trust::kChecksum) return 2 + trust;
  return 2 * trust + (evidence.reads >= kManyLines ? 1 : 0);
}

int ConfidenceRows() { return static_cast<int>(kTable.size()); }

const char* ConfidenceRowName(int row) { return kTable[static_cast<size_t>(row)].name; }

double Confidence(const Evidence& evidence) {
  const Counts& counts = kTable[static_cast<size_t>(ConfidenceRow(evidence))];
  return (counts.right + 1.0) / (counts.right + counts.wrong + 2.0);
}

}  // namespace crossdock::vision::codes
