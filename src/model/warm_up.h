#pragma once

#include <stop_token>
#include <vector>

#include "engine/engine.h"
#include "model/version.h"
#include "schedule/latency_table.h"

namespace crossdock::model {

/// Runs every bucket with every batch size that would be used, the first run apart (a runtime compiles, allocates and pages in then),
/// and returns what the later ones took. Sizes that stopped paying are left out when `prune`: the default mode never uses them.
/// errors  kInvalidArgument: the model fails on a bucket, with the shape; kCancelled
Result<std::vector<schedule::LatencyTable>> WarmUp(engine::Session& session, const std::vector<Bucket>& buckets,
                                                   int max_batch, bool prune, std::stop_token stop);

}  // namespace crossdock::model
