#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <thread>
#include <vector>

#include "base/guarded.h"
#include "base/result.h"
#include "base/unique_function.h"
#include "store/database.h"

namespace crossdock::store {

/// Owns a database and the one thread that uses it. What waits together is committed together, so that a burst costs few syncs.
/// Every method may be called from any thread.
class Committer {
 public:
  /// Reads or writes; called inside a transaction, and once more if the batch that it was in failed.
  using Work = UniqueFunction<Status(Database&)>;
  /// Told once, on the committer's thread, after the work is on disk or has failed. Must not block.
  using Done = UniqueFunction<void(Status)>;

  struct Options {
    size_t most_waiting = 100'000;
    size_t most_together = 256;  // in one transaction
  };
  Committer(std::unique_ptr<Database> database, const Options& options);
  ~Committer() { Stop(); }
  Committer(const Committer&) = delete;
  Committer& operator=(const Committer&) = delete;

  /// Work of one piece takes effect as a whole or not at all, and an error of its own harms no other's.
  /// `done` gets kResourceExhausted where too much waits, and kUnavailable after a stop, then on the caller's thread.
  void Submit(Work work, Done done);
  /// Does what waits, then ends the thread. Once or more.
  void Stop();

  /// Transactions that were committed, each with one sync.
  uint64_t commits() { return state_.Lock()->commits; }

 private:
  struct Piece {
    Work work;
    Done done;
    Status outcome;
  };
  struct State {
    std::deque<Piece> waiting;
    uint64_t commits = 0;
    bool stopped = false;
  };
  void Loop(const std::stop_token& stop);
  std::vector<Piece> Take(const std::stop_token& stop);
  void Commit(std::vector<Piece>& batch);
  /// One transaction around all of them; false if it did not come to its end.
  Status TryTogether(std::span<Piece> batch);

  const Options options_;
  const std::unique_ptr<Database> database_;
  Guarded<State> state_;
  std::condition_variable_any ready_;
  RealClock clock_;
  std::jthread thread_;  // last
};

}  // namespace crossdock::store
