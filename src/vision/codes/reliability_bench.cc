#include "vision/codes/reliability_bench.h"

#include <cmath>
#include <cstdio>

#include "vision/codes/confidence.h"

namespace crossdock::vision::codes {

Reliability::Reliability() : rows_(static_cast<size_t>(ConfidenceRows())) {}

void Reliability::Count(const Code& code, bool right) {
  Row& row = rows_[static_cast<size_t>(ConfidenceRow(EvidenceOf(code)))];
  ++(right ? row.right : row.wrong);
  row.given += code.confidence;
}

void Reliability::PrintCounts() const {
  for (size_t i = 0; i < rows_.size(); ++i)
    std::printf("    Counts{\"%s\", %d, %d},\n", ConfidenceRowName(static_cast<int>(i)), rows_[i].right,
                rows_[i].wrong);
}

void Reliability::Print(const char* name, const Row& row) {
  const double n = row.right + row.wrong;
  if (n == 0) return;
  const double share = row.right / n;
  constexpr double kZ = 1.96;
  const double middle = (share + kZ * kZ / (2 * n)) / (1 + kZ * kZ / n);
  const double half = kZ * std::sqrt(share * (1 - share) / n + kZ * kZ / (4 * n * n)) / (1 + kZ * kZ / n);
  const double given = row.given / n;
  std::printf("calibration %-24s %5.0f reads  given %.4f  right %.4f  (%.4f .. %.4f)%s\n", name, n, given, share,
              middle - half, middle + half, given < middle - half || given > middle + half ? "  OUTSIDE" : "");
}

void Reliability::PrintCalibration() const {
  Row all;
  for (size_t i = 0; i < rows_.size(); ++i) {
    Print(ConfidenceRowName(static_cast<int>(i)), rows_[i]);
    all.right += rows_[i].right;
    all.wrong += rows_[i].wrong;
    all.given += rows_[i].given;
  }
  Print("all", all);
}

}  // namespace crossdock::vision::codes
