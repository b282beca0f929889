#pragma once

#include <algorithm>
#include <optional>

#include "base/clock.h"
#include "schedule/recent_tail.h"

namespace crossdock::schedule {

/// The wait W of the mode `article`: a PI controller with a tick of 100 ms on
///   e = max(waiting rows / queue_ref, P99 / target),   u = 0.5 (1 - e) + I,   dI/dt = 0.1/s (1 - e),   W = 1 ms + 9 ms u,
/// 1 - e held within [-1, 1], u and I within [0, 1]. Little work (e near 0) lets W grow to 10 ms, a backlog or a late P99 (e > 1) takes it
/// to 1 ms. At e = 1 it stays where it is. I stands still while u is at its limit and would be pushed further (anti-windup).
/// The P99 is that of the last 2 s, taken anew only from 50 samples on and held for 5 s at most; after 5 s in which nothing was
/// answered everything begins anew, so an old peak is forgotten and an empty window is no P99 of zero. There is no D: a difference of
/// two quantiles is noise. Not thread-safe; it belongs to one queue and reads no clock.
class WaitController {
 public:
  static constexpr Nanos kLeast = std::chrono::milliseconds(1);
  static constexpr Nanos kMost = std::chrono::milliseconds(10);
  static constexpr Nanos kTick = std::chrono::milliseconds(100);

  /// What the controller holds the present against.
  struct Reference {
    int queue_rows = 1;  // so many waiting rows count as too many
    Nanos target{0};     // P99 that is aimed at; 0: only the queue counts
  };

  /// Does the ticks that fell due up to `now`. `rows` have waited since the last call: to be called before they change.
  void Advance(TimePoint now, int rows, const Reference& reference);
  /// A request was answered, `latency` after it came.
  void Answered(TimePoint now, Nanos latency);
  /// Longest hold of the oldest row now.
  Nanos wait() const;

 private:
  static constexpr double kNeutral = 0.5;  // of the integral: at e = 1 the wait begins in the middle
  void Tick(TimePoint at, int rows, const Reference& reference);
  void Forget();

  RecentTail tail_;
  std::optional<Nanos> p99_;
  TimePoint p99_at_ = TimePoint::min();
  TimePoint answered_at_ = TimePoint::min();
  TimePoint ticked_at_ = TimePoint::min();
  double integral_ = kNeutral;
  double share_ = 1;  // u: nothing is known yet, and nothing waits
};

}  // namespace crossdock::schedule
