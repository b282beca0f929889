#pragma once

#include <atomic>
#include <condition_variable>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "base/clock.h"
#include "base/guarded.h"
#include "base/unique_function.h"
#include "jobs/job.h"

namespace crossdock::jobs {

/// What is known of the jobs that clients can ask for: those that have not ended, and those that have for a while. In memory; the journal
/// is its shadow on disk. Any thread.
class JobTable {
 public:
  struct Options {
    size_t kept = 10'000;
    Nanos keep = std::chrono::minutes(5);
  };
  JobTable(Options options, Clock& clock);

  /// A job to be, or one that was there before a restart.
  struct Entry {
    JobView view;
    std::string key = {};          // of idempotency; empty: none
    std::string fingerprint = {};  // of the content that came with the key
    std::optional<TimePoint> ended = {};
  };
  struct Opened {
    std::string id;
    bool existing = false;  // the key is this job's, and so is the content
  };
  /// Opens a job. The oldest that has ended makes room.
  /// errors  kResourceExhausted: as many jobs as may be kept have not ended; kAlreadyExists: the id is another job's (`id`), or the key came
  ///         with other content (`Idempotency-Key`)
  Result<Opened> Open(Entry entry);

  /// Partial results of a running job; the state of one that runs, or waits again.
  void Update(const std::string& id, const pipeline::ParcelResult& partial);
  void SetState(const std::string& id, JobState state);
  /// Ends a job and returns its last view; nothing if it was not there or had ended.
  std::optional<JobView> Close(const std::string& id, JobState state, Result<pipeline::ParcelResult> outcome);
  /// Takes a job out that was not accepted after all; who waits for it is told `why`.
  void Drop(const std::string& id, const Error& why);

  /// errors  kNotFound: never there, or forgotten
  Result<JobView> Get(const std::string& id);

  /// Calls `tell` once: when the job has got as far as the client wants, or at `until` with what there is by then. A job that is
  /// not there is told as an error. `tell` must not block.
  using Tell = UniqueFunction<void(Result<JobView>)>;
  void Wait(const std::string& id, WaitFor what, TimePoint until, Tell tell);

  /// Calls `see` with the job as it is, then at each change up to its end; false ends the watch. Views may come out of order where threads
  /// meet: the later has the greater revision. An error ends it too: not there, too many, or the server stops. Must not block.
  using See = std::function<bool(const Result<JobView>&)>;
  void Watch(const std::string& id, const See& see);

  /// For a stop: whoever waits for a job that is only queued is told now, and its watches end.
  void ReleaseQueued();

  /// Forgets what is over its time now; other calls do so on their way.
  void ForgetOld() { Forget(*state_.Lock(), clock_.Now()); }
  /// When the next job is forgotten; TimePoint::max() if none.
  TimePoint NextForgotten();
  size_t open();

 private:
  struct Waiter {
    WaitFor what;
    TimePoint until;
    Tell tell;
  };
  struct Watcher {
    See see;
    std::atomic<bool> gone = false;
  };
  using Watchers = std::vector<std::shared_ptr<Watcher>>;
  struct Job {
    Entry entry;
    std::vector<Waiter> waiters;
    Watchers watchers;
  };
  struct State {
    std::unordered_map<std::string, Job> jobs;
    std::unordered_map<std::string, std::string> keys;  // to ids
    std::multimap<TimePoint, std::string> ended;        // by when they ended
    std::multimap<TimePoint, std::string> waits;        // by when somebody's wait ends
    size_t open = 0;
  };
  /// What is to be told once the lock is given up.
  struct News {
    std::vector<Tell> tells;
    Watchers watchers;
    JobView view;
  };

  static News Changed(Job& job);
  static std::vector<Tell> TakeTells(Job& job, TimePoint now);
  /// Tells without the lock, then lets go of the watchers that want no more.
  void Publish(const std::string& id, News news);
  static void Erase(State& state, std::unordered_map<std::string, Job>::iterator job);
  void Forget(State& state, TimePoint now) const;
  void KeepTime(const std::stop_token& stop);

  const Options options_;
  Clock& clock_;
  Guarded<State> state_;
  std::condition_variable_any timer_;
  std::jthread timer_thread_;  // last
};

}  // namespace crossdock::jobs
