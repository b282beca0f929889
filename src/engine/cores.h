#pragma once

namespace crossdock::engine {

/// Cores that this process may really use: its affinity, cut by the quota of its control group (rounded up), at least 1.
int AvailableCores();

/// Calls at once: `streams` where the configuration says it, else as many as fill the cores with `threads` each, at least 1.
int SlotsFor(int streams, int threads);

}  // namespace crossdock::engine
