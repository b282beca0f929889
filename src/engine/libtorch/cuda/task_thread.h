#pragma once

#include <condition_variable>
#include <deque>
#include <string>
#include <thread>

#include "base/clock.h"
#include "base/guarded.h"
#include "base/unique_function.h"

namespace crossdock::engine::libtorch {

/// One thread that does what is posted, in that order.
class TaskThread {
 public:
  using Task = UniqueFunction<void()>;
  explicit TaskThread(const std::string& name);
  /// Any thread; does not block.
  void Post(Task task);

 private:
  void Loop(const std::stop_token& stop);

  RealClock clock_;
  Guarded<std::deque<Task>> waiting_;
  std::condition_variable_any posted_;
  std::jthread thread_;  // last: it reads everything above
};

/// Where calls end, in the whole process; never destroyed. The driver tells of a call's end on a thread of its own, which must neither
/// block nor call CUDA; what follows an end may do both: the last answer of a model that was unloaded destroys its session.
TaskThread& EndsThread();

}  // namespace crossdock::engine::libtorch
