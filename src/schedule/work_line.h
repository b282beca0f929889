#pragma once

#include <map>
#include <optional>
#include <utility>

#include "base/clock.h"
#include "base/tier.h"
#include "schedule/admission.h"
#include "schedule/latency_table.h"

namespace crossdock::schedule {

/// Pieces of work that several threads share, most urgent first, and what one costs: tells a newcomer when it would be through. What
/// `Predict` is for engine calls, this is for pictures. Plain values; not thread-safe.
class WorkLine {
 public:
  /// threads   that share the work
  /// at_once   of them, how many work on one piece
  WorkLine(int threads, int at_once) : threads_(threads), at_once_(at_once) {}

  /// How a newcomer of so many pieces stands. Pieces that were begun count half. Nothing while the cost of a piece is not known, or the line is
  /// empty: who delays nobody is let in, so that one slow minute shuts nobody out for good.
  std::optional<Forecast> Expect(TimePoint now, Tier tier, TimePoint due, int pieces) const;

  void Add(Tier tier, TimePoint due, int pieces) { waiting_[{tier, due}] += pieces; }
  /// One of those pieces waits no longer.
  void Begin(Tier tier, TimePoint due);
  /// One of those pieces has gone, after or before it was begun.
  void Leave(Tier tier, TimePoint due, bool begun);
  /// What a piece cost: time of threads, all together.
  void Learn(Nanos cost) { cost_.Observe(1, cost); }

  int waiting() const;
  int begun() const { return begun_; }

 private:
  void Remove(Tier tier, TimePoint due);

  int threads_;
  int at_once_;
  int begun_ = 0;
  std::map<std::pair<Tier, TimePoint>, int> waiting_;
  LatencyTable cost_;
};

}  // namespace crossdock::schedule
