#pragma once

#include <string>
#include <vector>

#include "base/clock.h"

namespace crossdock {

/// Names the calling thread (15 characters are shown by the system's tools) and makes it yield to others by `nice` steps, 0 to 19.
/// A machine that refuses is not an error: the thread then runs as it was.
void SetThreadPriority(const std::string& name, int nice);

/// How long the calling thread has been ready to run without a core to run on, since it began, as the kernel counts it. Zero on a
/// machine that does not.
Nanos WaitedForCore();

/// While this lives, the calling thread yields to others by `nice` steps, and so do the threads that it starts, since Linux hands the
/// value down. Those belong to somebody who will work in earnest: a runtime. So they get `children_nice` afterwards, which takes a right
/// that a process may lack (CAP_SYS_NICE or RLIMIT_NICE). Without it the thread yields by `children_nice` and no more, for good.
class LowPriority {
 public:
  LowPriority(int nice, int children_nice);
  ~LowPriority();
  LowPriority(const LowPriority&) = delete;
  /// Whether the calling thread yields as far as was asked for.
  bool lowered() const { return lowered_; }
  /// Gives the threads that were started meanwhile their own niceness before the end.
  void ReleaseChildren();

 private:
  const int nice_;
  const int children_nice_;
  const int before_;
  bool lowered_ = false;
  std::vector<int> known_threads_;
};

}  // namespace crossdock
