#pragma once

#include "base/clock.h"

namespace crossdock::jobs {

/// How long to wait before the next try: doubled each time, and drawn so that many that failed together do not come back together.
struct Backoff {
  Nanos first = std::chrono::seconds(1);
  Nanos most = std::chrono::minutes(10);

  /// min(most, first * 2^(failures-1)), of which the upper half is drawn.
  /// failures  so far, at least 1
  /// drawn     0 to 1
  Nanos After(int failures, double drawn) const;
};

}  // namespace crossdock::jobs
