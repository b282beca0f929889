#include "schedule/latency_table.h"

#include <algorithm>

namespace crossdock::schedule {
namespace {

constexpr double kUp = 0.25;
constexpr double kDown = 0.05;
constexpr double kOutlier = 4.0;
constexpr double kGoodEnough = 1.05;
constexpr size_t kFirstRuns = 3;

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
  point.recent[point.samples % point.recent.size()] = ns;
  ++point.samples;
  if (!point.seeded && point.samples <= kFirstRuns) {
    point.mean_ns = ns;
  } else if (ns <= kOutlier * point.mean_ns) {
    point.mean_ns += (ns > point.mean_ns ? kUp : kDown) * (ns - point.mean_ns);
  }
  const size_t count = std::min(point.samples, point.recent.size());
  auto sorted = point.recent;
  const size_t rank = (count * 95 + 99) / 100 - 1;
  std::nth_element(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(rank),
                   sorted.begin() + static_cast<std::ptrdiff_t>(count));
  point.p95_ns = std::max(sorted[rank], point.mean_ns);
}

double LatencyTable::Interpolate(int batch, double Point::*value) const {
  if (points_.empty()) return 0;
  // A larger batch never counts as cheaper than a smaller one: `floor` carries the largest value so far.
  double floor = 0;
  const Point* below = nullptr;
  for (const Point& point : points_) {
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

int LatencyTable::UsefulMax(int limit) const {
  if (points_.size() < 2) return limit;
  double best = 0;
  for (int pass = 0; pass < 2; ++pass) {
    for (const Point& point : points_) {
      if (point.batch > limit) break;
      const double per_row = static_cast<double>(Mean(point.batch).count()) / point.batch;
      if (pass == 1 && per_row <= best * kGoodEnough) return point.batch;
      if (best == 0 || per_row < best) best = per_row;
    }
  }
  return limit;
}

}  // namespace crossdock::schedule
