#pragma once

#include <span>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "model/version.h"
#include "schedule/batching_config.h"

namespace crossdock::app::bench {

/// What a model did with an offered load.
struct LoadResult {
  std::vector<Nanos>
      latency;  // of the answered requests, ascending; from the moment a request was due, not from when it was sent
  int failed = 0;
  Nanos lateness_p99{0};  // how much later than due requests were sent; above 0.5 ms the figures say little
  double per_second = 0;  // answered requests over the time from the start to the last answer
  double busy = 0;        // fraction of that time that the slots were in calls
  double mean_rows = 0;   // of a call
  Nanos Mean() const;
  Nanos Quantile(double q) const;  // nearest rank; zero if nothing was answered
};

/// Offers requests of one row to a loaded model at the given times, whether or not earlier ones are answered (an open loop), through a
/// dispatcher of its own with so many slots, and waits for all answers.
/// errors  kInvalidArgument: the model has an open shape and no bucket
Result<LoadResult> OfferLoad(const model::Version& loaded, const schedule::BatchingConfig& batching, int slots,
                             std::span<const Nanos> due, Clock& clock);

}  // namespace crossdock::app::bench
