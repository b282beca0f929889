#pragma once

#include <vector>

#include "base/clock.h"

namespace crossdock::app::bench {

/// When requests are due since the start, ascending: `per_second` on average and independent of each other (Poisson), for `length`.
/// The same seed gives the same times.
std::vector<Nanos> PoissonTimes(double per_second, Nanos length, unsigned seed);

/// All at once: what a backlog is.
std::vector<Nanos> Backlog(int count);

}  // namespace crossdock::app::bench
