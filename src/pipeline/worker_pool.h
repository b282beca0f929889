#pragma once

#include <condition_variable>
#include <map>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "base/clock.h"
#include "base/guarded.h"
#include "base/tier.h"
#include "base/unique_function.h"

namespace crossdock::pipeline {

/// Threads for work around the engine: decoding, bar codes, letterboxing, postprocessing. A bounded queue, most urgent first. A job
/// that throws ends there and is logged: its destructor tells whoever waits for it, and the thread goes on.
class WorkerPool {
 public:
  struct Options {
    std::string name;  // of its threads and metrics: "codes"
    int threads = 1;   // 0: a job runs on the thread that submits it, at once
    int nice = 0;      // steps by which its threads yield to others
    size_t max_queued = 1024;
  };
  WorkerPool(Options options, Clock& clock);
  ~WorkerPool() { Stop(); }
  WorkerPool(const WorkerPool&) = delete;
  /// Finishes what runs and drops what waits and what is still submitted: a job's own destructor tells whoever waits for it.
  void Stop();

  /// False, and the job destroyed, when the queue is full or the pool has stopped. Any thread.
  bool Submit(Tier tier, TimePoint deadline, UniqueFunction<void()> job);
  size_t queued();
  const std::string& name() const { return options_.name; }
  int threads() const { return options_.threads; }

 private:
  using Order = std::tuple<Tier, TimePoint, uint64_t>;
  struct State {
    std::map<Order, UniqueFunction<void()>> jobs;
    uint64_t next_number = 0;
    bool stopped = false;
  };
  void Loop(int index, std::stop_token stop);
  void Run(UniqueFunction<void()>& job) const;

  const Options options_;
  Clock& clock_;
  Guarded<State> state_;
  std::condition_variable_any ready_;
  std::vector<std::jthread> threads_;  // last: they read everything above
};

}  // namespace crossdock::pipeline
