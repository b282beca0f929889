#pragma once

#include <condition_variable>
#include <deque>
#include <thread>

#include "base/clock.h"
#include "base/guarded.h"
#include "base/unique_function.h"

namespace crossdock::engine::libtorch {

/// A thread that ends calls. The driver tells of a call's end on a thread of its own, which must neither block nor call CUDA; what
/// follows an end may do both: the last answer of a model that was unloaded destroys its session.
class Completions {
 public:
  using End = UniqueFunction<void()>;
  Completions();
  /// Any thread; does not block. Ends run in the order in which they were posted.
  void Post(End end);

 private:
  void Loop(const std::stop_token& stop);

  RealClock clock_;
  Guarded<std::deque<End>> waiting_;
  std::condition_variable_any posted_;
  std::jthread thread_;  // last: it reads everything above
};

/// That of this process; never destroyed.
Completions& TheCompletions();

}  // namespace crossdock::engine::libtorch
