#pragma once

#include "schedule/batching_config.h"
#include "schedule/latency_table.h"

namespace crossdock::schedule {

/// The part of a call that a second row saves by joining the first, (2 l(1) - l(2)) / l(1): near 1 a call costs the same however many
/// rows it has, near 0 nothing is gained. The table knows a size of 2 or more.
double JoinedShare(const LatencyTable& table);

/// Below the first joining is of no use for latency; from the second on a call counts as one of fixed cost.
inline constexpr double kNothingJoined = 0.3;
inline constexpr double kAlmostAllJoined = 0.8;

/// What the mode `auto` stands for, by what warm-up and the calls since have measured. With one or two calls at once, with a table that
/// gains nothing from joining, and without a table: gap. Else greedy, but for a table of fixed cost gap from half of the capacity on
/// (row rate times l(b)/b at the best b, over the calls). The two differ in that gap holds rows while slots are idle, which frees engine
/// time for others and costs latency, and starts calls of fixed cost apart, which is worth most when most slots are taken. Source: the
/// simulator, docs/batching.md.
/// row_gap  expected time between rows; max: unknown, which counts as no work
BatchMode ChooseMode(const LatencyTable& table, int max_batch, int calls, Nanos row_gap);

}  // namespace crossdock::schedule
