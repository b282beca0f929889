#pragma once

#include <vector>

#include "base/clock.h"

namespace crossdock::schedule {

/// How long one engine call takes, by batch size. Learns from every call; a missing size is interpolated, never fitted by a line.
/// Mean: exponentially weighted, fast up (x 0.25), slow down (x 0.05), outliers above 4 x the mean kept out. P95: of the last 64.
class LatencyTable {
 public:
  /// What warm-up measured. Later samples move it.
  void Seed(int batch, Nanos time);
  void Observe(int batch, Nanos time);

  /// Expected time of a call of `batch` rows; zero while nothing at all is known. Non-decreasing in `batch`.
  Nanos Mean(int batch) const;
  /// What 95 % of the calls stay under, never below Mean().
  Nanos P95(int batch) const;
  /// The smallest batch whose time per row is within 5 % of the best of all sizes up to `limit`: larger ones only add latency.
  int UsefulMax(int limit) const;
  bool empty() const { return points_.empty(); }

  struct Point {
    int batch = 0;
    double mean_ns = 0;
    std::vector<Nanos> recent;  // ring of the last 64
    size_t next = 0;
    long samples = 0;
  };
  /// In ascending order of batch.
  const std::vector<Point>& points() const { return points_; }

 private:
  Point& At(int batch);
  std::vector<Point> points_;
};

}  // namespace crossdock::schedule
