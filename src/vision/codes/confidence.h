#pragma once

#include "vision/codes/code.h"
#include "vision/codes/trust.h"

namespace crossdock::vision::codes {

/// What is known about a read when it is reported.
struct Evidence {
  bool plain = true;  ///< read by a scan of the whole picture (white on black too), not by another rescue step
  Trust trust = Trust::kNone;
  int reads = 1;  ///< as in `Code::reads`
};

/// What a code that was reported says of itself.
Evidence EvidenceOf(const Code& code);

/// Probability that the text is right, from counts of right and wrong reads of the same kind (the table in confidence.cc says
/// which): (right + 1) / (right + wrong + 2), Laplace's rule of succession, so that few counts never give certainty.
double Confidence(const Evidence& evidence);

/// Index of the table's row that `evidence` falls into; for the tool that counts.
int ConfidenceRow(const Evidence& evidence);

/// How many rows the table has, and what a row means: "rescue checksum 1".
int ConfidenceRows();
const char* ConfidenceRowName(int row);

}  // namespace crossdock::vision::codes
