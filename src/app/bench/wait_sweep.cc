#include "app/bench/wait_sweep.h"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "load/arrivals.h"

namespace crossdock::app::bench {

double Capacity(const model::Version& loaded, int slots) {
  if (loaded.latency().empty()) return 0;
  const schedule::LatencyTable& table = loaded.latency().front();
  double best = 0;
  for (const auto& point : table.points()) {
    if (point.batch <= loaded.max_batch()) best = std::max(best, point.batch / (point.mean_ns * 1e-9));
  }
  return best * std::min(slots, loaded.session().slots());
}

Result<std::vector<WaitRow>> SweepWait(const model::Version& loaded, const WaitSweepOptions& options, Clock& clock,
                                       const std::function<void(const WaitRow&)>& measured) {
  const double capacity = Capacity(loaded, options.slots);
  if (capacity <= 0) return InvalidArgument("warm_shapes", fmt::format("model {} was not measured", loaded.id().name));
  const auto due = load::PoissonMoments(options.load * capacity, options.length, options.seed);
  std::vector<WaitRow> rows;
  for (const int wait_us : options.waits_us) {
    schedule::BatchingConfig batching = loaded.config().batching;
    batching.mode = wait_us == 0 ? "greedy" : "window";  // a window of 0 would mean its default
    batching.window_us = wait_us;
    const auto result = OfferLoad(loaded, batching, options.slots, due, clock);
    if (!result) return result.error();
    rows.push_back({wait_us, result->Mean(), result->Quantile(0.99), result->per_second, result->busy,
                    result->mean_rows, result->lateness_p99});
    measured(rows.back());
  }
  return rows;
}

const WaitRow& BestWait(std::span<const WaitRow> rows) {
  Nanos least = rows.front().p99;
  for (const WaitRow& row : rows) least = std::min(least, row.p99);
  const Nanos enough = least + least * 3 / 100;
  return *std::min_element(rows.begin(), rows.end(), [&](const WaitRow& a, const WaitRow& b) {
    return std::tuple(a.p99 > enough, a.busy, a.wait_us) < std::tuple(b.p99 > enough, b.busy, b.wait_us);
  });
}

}  // namespace crossdock::app::bench
