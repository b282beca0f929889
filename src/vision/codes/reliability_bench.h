#pragma once

#include <utility>
#include <vector>

#include "vision/codes/code.h"

namespace crossdock::vision::codes {

/// Counts of right and wrong reads by the rows of confidence.cc, and whether the confidences that were given hold.
class Reliability {
 public:
  Reliability();
  void Count(const Code& code, bool right);
  /// The counts as confidence.cc writes them.
  void PrintCounts() const;
  /// Per row and over all: mean confidence given, share that was right, and the share's 95 % interval (Wilson).
  void PrintCalibration() const;

 private:
  struct Row {
    int right = 0;
    int wrong = 0;
    double given = 0;  // sum of confidences
  };
  static void Print(const char* name, const Row& row);

  std::vector<Row> rows_;
};

}  // namespace crossdock::vision::codes
