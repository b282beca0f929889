#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "telemetry/histogram.h"

namespace crossdock::telemetry {

enum class Kind { kCounter, kGauge, kHistogram };

/// One line of numbers: its label values in the family's order, and what it holds.
struct SeriesSnapshot {
  std::vector<std::string> labels;
  std::variant<uint64_t, double, HistogramSnapshot> value;  // counter, gauge, histogram
};

struct FamilySnapshot {
  Kind kind = Kind::kCounter;
  std::string name;  // without the "_total" of a counter
  std::string unit;  // "seconds", "bytes", or empty; the name ends in it
  std::string help;
  std::vector<std::string> label_names;
  std::vector<SeriesSnapshot> series;  // by label values, ascending
};

using Snapshot = std::vector<FamilySnapshot>;

}  // namespace crossdock::telemetry
