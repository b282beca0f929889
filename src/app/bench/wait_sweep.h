#pragma once

#include <functional>
#include <span>
#include <vector>

#include "app/bench/open_loop.h"

namespace crossdock::app::bench {

struct WaitSweepOptions {
  std::vector<int> waits_us = {0, 500, 1000, 2000, 5000, 10'000};  // longest hold of the oldest row
  double load = 0.5;                                               // of what the slots can do at the best batch
  Nanos length = std::chrono::seconds(5);                          // of one run
  int slots = 1;
  unsigned seed = 1;
};

struct WaitRow {
  int wait_us = 0;
  Nanos mean{0};
  Nanos p99{0};
  double per_second = 0;
  double busy = 0;
  double mean_rows = 0;
  Nanos lateness_p99{0};
};

/// Requests a second that the slots can do at the best batch of the measured table; zero without a table.
double Capacity(const model::Version& loaded, int slots);

/// Measures the mode `window` under each wait, with the same arrivals; `measured` is told of each as it is done.
/// errors  what OfferLoad says; kInvalidArgument: no table
Result<std::vector<WaitRow>> SweepWait(const model::Version& loaded, const WaitSweepOptions& options, Clock& clock,
                                       const std::function<void(const WaitRow&)>& measured);

/// The best of them: the least P99, and among those within 3 % of it the one that keeps the engine least busy, then the shortest wait.
const WaitRow& BestWait(std::span<const WaitRow> rows);

}  // namespace crossdock::app::bench
