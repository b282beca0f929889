#pragma once

#include <stop_token>
#include <utility>
#include <vector>

#include "engine/engine.h"
#include "model/version.h"
#include "schedule/latency_table.h"

namespace crossdock::model {

/// The batch sizes that a model is warmed with.
struct Sizes {
  std::vector<int> of;   // ascending
  bool batched = false;  // whether the inputs have a batch dimension
  bool prune = false;    // leave out what is larger than sizes that stopped paying: the mode never uses them
};
Sizes WarmSizes(const schedule::BatchingConfig& config, int max_batch);

/// Runs every bucket with every size, the first run apart (a runtime compiles, allocates and pages in then), and returns what the later
/// ones took.
/// errors  kInvalidArgument: the model fails on a bucket, with the shape; kCancelled
Result<std::vector<schedule::LatencyTable>> WarmUp(engine::Session& session, const std::vector<Bucket>& buckets,
                                                   const Sizes& sizes, std::stop_token stop);

/// What a hot start runs: each bucket with each size that an earlier start timed, once on each slot, where the runtime compiles for
/// shapes; else the largest call alone, which brings the memory.
/// times   for each bucket; what is returned is seeded with them
/// errors  as WarmUp
Result<std::vector<schedule::LatencyTable>> WarmAgain(engine::Session& session, const std::vector<Bucket>& buckets,
                                                      const std::vector<std::vector<std::pair<int, Nanos>>>& times,
                                                      bool batched, std::stop_token stop);

}  // namespace crossdock::model
