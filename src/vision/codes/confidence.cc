#include "vision/codes/confidence.h"

#include <array>

namespace crossdock::vision::codes {
namespace {

struct Counts {
  const char* name;
  int right;
  int wrong;
};

constexpr std::array kTable = {
    Counts{"plain none few lines", 0, 0},    Counts{"plain none many lines", 0, 0},
    Counts{"plain digit few lines", 0, 0},   Counts{"plain digit many lines", 0, 0},
    Counts{"plain checksum", 0, 0},          Counts{"plain lightly corrected", 0, 0},
    Counts{"plain corrected", 0, 0},         Counts{"rescue none", 0, 0},
    Counts{"rescue digit", 0, 0},            Counts{"rescue checksum", 0, 0},
    Counts{"rescue lightly corrected", 0, 0}, Counts{"rescue corrected", 0, 0},
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
