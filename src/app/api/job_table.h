#pragma once

#include <condition_variable>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "base/guarded.h"
#include "base/unique_function.h"
#include "pipeline/request.h"

namespace crossdock::app {

enum class JobState { kRunning, kDone, kFailed };
const char* Name(JobState state);

/// What can be said of a job at one moment.
struct JobView {
  std::string id;
  JobState state = JobState::kRunning;
  pipeline::ParcelResult result = {};  // while it runs: what is known so far
  std::optional<Error> error = {};
};

/// Until when a client wants to wait.
enum class WaitFor { kCodes, kAll };

/// The parcel jobs that clients can ask for: running ones, and done ones for a while. In memory: a restart forgets them. Any thread.
class JobTable {
 public:
  struct Options {
    size_t kept = 10'000;
    Nanos keep = std::chrono::minutes(5);
  };
  JobTable(Options options, Clock& clock);

  /// Opens a job. The oldest finished one makes room.
  /// errors  kResourceExhausted: as many jobs run as may be kept; kAlreadyExists: the id is a running job's
  Status Open(const std::string& id, std::stop_source cancel);
  void Update(const std::string& id, const pipeline::ParcelResult& partial);
  void Close(const std::string& id, Result<pipeline::ParcelResult> outcome);

  /// errors  kNotFound: never there, or forgotten
  Result<JobView> Get(const std::string& id);
  /// Asks the job to stop; it then ends as failed.
  Status Cancel(const std::string& id);

  /// Calls `tell` once: when the job has got as far as the client wants, or at `until` with what there is by then. A job that is
  /// not there is told as an error. `tell` must not block.
  using Tell = UniqueFunction<void(Result<JobView>)>;
  void Wait(const std::string& id, WaitFor what, TimePoint until, Tell tell);

  size_t running();

 private:
  struct Waiter {
    WaitFor what;
    TimePoint until;
    Tell tell;
  };
  struct Job {
    JobView view;
    TimePoint ended = TimePoint::max();
    std::stop_source cancel;
    std::vector<Waiter> waiters;
  };
  struct State {
    std::map<std::string, Job> jobs;
    std::multimap<TimePoint, std::string> ended;  // by when they ended
    std::multimap<TimePoint, std::string> waits;  // by when somebody's wait ends
    size_t running = 0;
  };
  struct Told {
    Tell tell;
    JobView view;
  };

  static bool IsFarEnough(const JobView& view, WaitFor what);
  static std::vector<Told> TakeTold(Job& job, TimePoint now);
  void Forget(State& state, TimePoint now);
  void KeepTime(std::stop_token stop);

  const Options options_;
  Clock& clock_;
  Guarded<State> state_;
  std::condition_variable_any timer_;
  std::jthread timer_thread_;  // last
};

}  // namespace crossdock::app
