#include "jobs/backoff.h"

#include <algorithm>
#include <cmath>

namespace crossdock::jobs {

Nanos Backoff::After(int failures, double drawn) const {
  const double doubled = static_cast<double>(first.count()) * std::exp2(std::clamp(failures - 1, 0, 60));
  const double whole = std::min(doubled, static_cast<double>(most.count()));
  return Nanos(static_cast<int64_t>(whole / 2 + whole / 2 * std::clamp(drawn, 0.0, 1.0)));
}

}  // namespace crossdock::jobs
