#pragma once

#include <condition_variable>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "base/clock.h"
#include "base/guarded.h"
#include "base/unique_function.h"
#include "jobs/backoff.h"
#include "jobs/callback/callback_service.h"
#include "jobs/job_table.h"
#include "jobs/journal.h"
#include "jobs/run_queue.h"
#include "pipeline/request.h"

namespace crossdock::jobs {

/// What a client sends.
struct Submission {
  std::string pipeline;
  /// Its context's id becomes the job's, its cancel ends it; `done` and `on_codes` are set by the service.
  pipeline::ParcelRequest parcel;
  std::string key;       // of idempotency; empty: none
  std::string callback;  // URL; empty: none
  /// The client waits in the call: unless it named a key or a callback, the job begins at once and is not kept before Keep.
  bool waits = false;
};

struct Accepted {
  JobView job;
  bool repeated = false;  // the key was there: this is the job of the first time
};

/// Accepts jobs, runs them and keeps them. With a journal, a job that was told as accepted is on disk: it runs to its end whatever happens to
/// the process, is told by its callback, and can be asked for. Without one, jobs live in memory. Any thread; nothing blocks.
class JobService {
 public:
  using Pipelines = std::map<std::string, pipeline::ParcelService*>;
  struct Options {
    JobTable::Options table;
    size_t running = 8;  // kept jobs at once
    Backoff backoff{std::chrono::milliseconds(100), std::chrono::seconds(30)};
    int most_tries = 12;          // of a job that the server has no room for
    int most_interruptions = 20;  // starts of a job, each ended by the server's own end
  };
  struct Parts {
    Clock& clock;
    UnixClock unix_ms;
    Journal* journal = nullptr;            // null: in memory
    CallbackService* callbacks = nullptr;  // null: jobs that name one are refused
  };
  /// Everything outlives the service; the journal has been stopped before it is destroyed. Jobs of the journal are there at once, and run
  /// after Begin.
  JobService(const Options& options, Pipelines pipelines, const Parts& parts);
  ~JobService();

  /// Runs what waits, from now on: once the models are there.
  void Begin();

  /// `told` gets the job once it is accepted: with a journal after it was synced to disk.
  /// errors  kNotFound (`pipeline`), kInvalidArgument (`callback`), kResourceExhausted (table or disk full), and as JobTable::Open and
  ///         the pipeline's Announce
  void Submit(Submission submission, UniqueFunction<void(Result<Accepted>)> told);
  /// The client waits no longer in the call: from now on the job outlives the process. Without a journal, nothing to do.
  void Keep(const std::string& id, UniqueFunction<void(Status)> told);
  /// Asks a job to stop, and tells how it stands: one that waits has ended then, one that runs will soon, one that has ended stays so.
  Result<JobView> Cancel(const std::string& id);

  JobTable& table() { return table_; }
  bool keeps() const { return parts_.journal != nullptr; }
  struct Load {
    size_t open = 0;
    size_t waiting = 0;    // kept, and not begun
    size_t unwritten = 0;  // ended, and the disk would not take it yet
  };
  Load load();

  /// Begins no more jobs, and lets go of those who wait for jobs that are only queued. Once or more; before the pipelines stop.
  void BeginStop();

 private:
  enum class Keeping { kNot, kStoring, kStored };
  /// A job that has not ended.
  struct Job {
    std::shared_ptr<const Record> record;
    std::vector<pipeline::Picture> pictures;  // until it is stored
    Keeping keeping = Keeping::kNot;
    std::vector<UniqueFunction<void(Status)>> when_stored;
    std::stop_source cancel;
    uint64_t number = 0;
    int tries = 0;
    bool holds_slot = false;
    bool running = false;  // or about to: the pipeline ends it
    bool cancelled = false;
  };
  struct Unwritten {
    JobView view;
    std::shared_ptr<const Record> record;
    int64_t ended_ms = 0;
    std::optional<Letter> letter;
  };
  struct State {
    std::unordered_map<std::string, Job> jobs;
    RunQueue queue;
    size_t running = 0;  // that hold a slot
    uint64_t next_number = 0;
    std::vector<Unwritten> unwritten;
    TimePoint next_write = TimePoint::max();
    TimePoint next_forget = TimePoint::max();
    size_t ended = 0;  // since the disk was last told to forget
    bool begun = false;
    bool stopping = false;
    std::mt19937_64 random{std::random_device{}()};
  };
  using Held = Guarded<State>::Held;

  void Restore();
  void Store(const std::string& id, UniqueFunction<void(Status)> told);
  void Stored(const std::string& id, const Status& status);
  void WhenStored(const std::string& id, UniqueFunction<void(Status)> told);
  void RunNext();
  void Loaded(const std::string& id, Result<Journal::Loaded> loaded);
  void Run(const std::string& id, const std::string& pipeline, pipeline::ParcelRequest parcel);
  /// The job computes nothing any more, though it has not ended: another may.
  void GiveSlotBack(const std::string& id);
  void RunAgainLater(Held& state, const std::string& id, Job& job);
  void Ended(const std::string& id, Result<pipeline::ParcelResult> outcome);
  void Close(const std::string& id, Job job, Result<pipeline::ParcelResult> outcome);
  void Write(Unwritten ended);
  bool MustForget(State& state);
  void KeepTime(const std::stop_token& stop);

  const Options options_;
  const Pipelines pipelines_;
  const Parts parts_;
  JobTable table_;
  Guarded<State> state_;
  std::condition_variable_any timer_;
  std::jthread timer_thread_;  // last
};

}  // namespace crossdock::jobs
