#include "schedule/latency_table.h"

#include <algorithm>

namespace crossdock::schedule {
namespace {

constexpr double kUp = 0.25;
constexpr double kDown = 0.05;
constexpr double kOutlier = 4.0;
constexpr int kFirstRuns = 3;
constexpr int kLastingOutliers = 8;

bool Warm(const LatencyTable::Point& point) { return point.seeded || point.samples > 0; }

}  // namespace

LatencyTable::Point& LatencyTable::At(int batch) {
  auto at = std::lower_bound(points_.begin(), points_.end(), batch, [](const Point& p, int b) { return p.batch < b; });
  if (at == points_.end() || at->batch != batch) {
    at = points_.insert(at, Point{});
    at->batch = batch;
  }
  return *at;
}

void LatencyTable::Seed(int batch, Nanos time) {
  Point& point = At(batch);
  point.mean_ns = static_cast<double>(time.count());
  point.p95_ns = std::max(point.p95_ns, point.mean_ns);
  point.seeded = true;
}

void LatencyTable::Observe(int batch, Nanos time) {
  Point& point = At(batch);
  const auto ns = static_cast<double>(time.count());
  if (!point.seeded && point.first_runs < kFirstRuns) {
    ++point.first_runs;
    point.mean_ns = point.p95_ns = ns;
    return;
  }
  point.recent[point.samples++ % point.recent.size()] = ns;
  point.outliers_in_a_row = ns > kOutlier * point.mean_ns ? point.outliers_in_a_row + 1 : 0;
  if (point.outliers_in_a_row == 0 || point.outliers_in_a_row >= kLastingOutliers) {
    point.mean_ns += (ns > point.mean_ns ? kUp : kDown) * (ns - point.mean_ns);
  }
  const size_t count = std::min(point.samples, point.recent.size());
  auto sorted = point.recent;
  const size_t rank = (count * 95 + 99) / 100 - 1;
  std::nth_element(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(rank),
                   sorted.begin() + static_cast<std::ptrdiff_t>(count));
  point.p95_ns = std::max(sorted[rank], point.mean_ns);
}

double LatencyTable::Interpolate(int batch, double Point::* value) const {
  if (points_.empty()) return 0;
  // A larger batch never counts as cheaper than a smaller one: `floor` carries the largest value so far.
  double floor = 0;
  const Point* below = nullptr;
  const bool only_warm = std::any_of(points_.begin(), points_.end(), Warm);
  for (const Point& point : points_) {
    if (only_warm && !Warm(point)) continue;
    const double here = std::max(point.*value, floor);
    if (point.batch == batch) return here;
    if (point.batch > batch) {
      if (below == nullptr) return point.*value;
      const double share = static_cast<double>(batch - below->batch) / static_cast<double>(point.batch - below->batch);
      return floor + share * (here - floor);
    }
    floor = here;
    below = &point;
  }
  return floor * static_cast<double>(batch) / static_cast<double>(below->batch);
}

Nanos LatencyTable::Mean(int batch) const { return Nanos(static_cast<int64_t>(Interpolate(batch, &Point::mean_ns))); }

Nanos LatencyTable::P95(int batch) const {
  return std::max(Nanos(static_cast<int64_t>(Interpolate(batch, &Point::p95_ns))), Mean(batch));
}

bool LatencyTable::Knows(int batch) const {
  return std::any_of(points_.begin(), points_.end(), [batch](const Point& p) { return p.batch >= batch && Warm(p); });
}

int LatencyTable::UsefulMax(int limit, double waste) const {
  const auto per_row = [this](const Point& p) { return static_cast<double>(Mean(p.batch).count()) / p.batch; };
  const auto counts = [limit](const Point& p) { return p.batch <= limit && Warm(p); };
  int sizes = 0;
  int largest = 0;
  double best = 0;
  for (const Point& point : points_) {
    if (!counts(point)) continue;
    best = sizes == 0 ? per_row(point) : std::min(best, per_row(point));
    largest = point.batch;
    ++sizes;
  }
  if (sizes < 2) return limit;
  for (const Point& point : points_) {
    if (counts(point) && point.batch < largest && per_row(point) <= best * (1 + waste)) return point.batch;
  }
  return limit;
}

}  // namespace crossdock::schedule
