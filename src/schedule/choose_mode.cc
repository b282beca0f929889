#include "schedule/choose_mode.h"

#include <algorithm>

namespace crossdock::schedule {
namespace {

constexpr double kLittleOffered = 0.5;

double Ratio(Nanos a, Nanos b) {
  return static_cast<double>(a.count()) / static_cast<double>(std::max<int64_t>(b.count(), 1));
}

}  // namespace

double JoinedShare(const LatencyTable& table) { return 2 - Ratio(table.Mean(2), table.Mean(1)); }

BatchMode ChooseMode(const LatencyTable& table, int max_batch, int calls, Nanos row_gap) {
  if (calls <= 2 || max_batch < 2 || !table.Knows(2) || JoinedShare(table) < kNothingJoined) return BatchMode::kGap;
  if (JoinedShare(table) < kAlmostAllJoined) return BatchMode::kGreedy;
  const int best = table.UsefulMax(max_batch, 0);
  const double offered = row_gap == Nanos::max() ? 0 : Ratio(table.Mean(best), row_gap) / best / calls;
  return offered < kLittleOffered ? BatchMode::kGreedy : BatchMode::kGap;
}

}  // namespace crossdock::schedule
