#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "base/clock.h"

namespace crossdock::schedule {

/// How long one engine call takes, by batch size. Learns from every call; a missing size is interpolated, never fitted by a line.
/// Mean: exponentially weighted, fast up (x 0.25), slow down (x 0.05), outliers above 4 x the mean kept out of it unless they last.
/// P95: of the last 64 calls. A size is warm once it was seeded or its slow first runs are over; the others count only while no
/// size is warm. Not thread-safe: it belongs to one queue.
class LatencyTable {
 public:
  struct Point {
    int batch = 0;
    double mean_ns = 0;
    double p95_ns = 0;
    std::array<double, 64> recent{};
    size_t samples = 0;  // in `recent`, or overwritten there
    int first_runs = 0;  // calls before the size was warm
    int outliers_in_a_row = 0;
    bool seeded = false;
  };

  /// What warm-up measured. Later samples move it.
  void Seed(int batch, Nanos time);
  /// One call of `batch` rows took `time`. The first three of a size that was never seeded replace each other: first runs are slow.
  void Observe(int batch, Nanos time);

  /// Expected time of a call of `batch` rows; zero while nothing at all is known. Non-decreasing in `batch`.
  Nanos Mean(int batch) const;
  /// What 95 % of the calls stay under, never below Mean().
  Nanos P95(int batch) const;
  /// Whether P95(batch) rests on warm calls of that many rows or more, and is no extrapolation.
  bool Knows(int batch) const;
  /// The smallest batch whose time per row is within `waste` (5 %) of the best of all warm sizes up to `limit`: larger ones only add
  /// latency. `limit` itself while fewer than two sizes are warm, and while the largest of them is the best: still larger ones may
  /// pay more.
  int UsefulMax(int limit, double waste = 0.05) const;
  bool empty() const { return points_.empty(); }
  /// In ascending order of batch.
  const std::vector<Point>& points() const { return points_; }

 private:
  Point& At(int batch);
  double Interpolate(int batch, double Point::* value) const;
  std::vector<Point> points_;
};

}  // namespace crossdock::schedule
