#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/tier.h"
#include "base/unique_function.h"
#include "fusion/verdict.h"
#include "jobs/job.h"
#include "store/committer.h"

namespace crossdock::jobs {

/// What was promised when a job was accepted. Times are milliseconds of the Unix clock.
struct Record {
  std::string id;
  std::string pipeline;
  std::string tenant;
  std::string waybill;
  Tier tier = Tier::kNormal;
  std::optional<bool> text;
  fusion::Sighting sighting;
  int64_t deadline_ms = 0;  // 0: none
  std::string key;          // of idempotency
  std::string fingerprint;
  std::string callback;  // where the end is told; empty: nowhere
  int64_t accepted_ms = 0;
  int runs = 0;  // how often it was begun
};

/// A message about the end of a job: the same id at every try, so that a receiver can drop what it has.
struct Letter {
  std::string id;
  std::string job;
  std::string url;
  std::string body;
  int64_t made_ms = 0;
  int failures = 0;
  int64_t next_ms = 0;
  std::string why;  // of the last failure
};

/// The jobs and letters on disk: one SQLite file in a folder of its own. What is told as kept has been synced. Any thread; what is told
/// comes on the store's thread and must not block.
class Journal {
 public:
  struct Options {
    int64_t most_bytes = 0;     // of the file; 0: no limit
    int64_t reserve_bytes = 0;  // of the disk, that stay free so that accepted jobs can be finished
    size_t kept = 10'000;       // jobs
    size_t kept_dead = 10'000;  // letters
    int page_bytes = 4096;
  };
  /// What was there at the start.
  struct Contents {
    struct Ended {
      Record record;
      int64_t ended_ms = 0;
      std::string result;
    };
    std::vector<Record> open;     // in the order of acceptance
    std::vector<Ended> ended;     // the oldest end first
    std::vector<Letter> letters;  // that still have to be delivered, without their bodies
  };
  /// Makes the folder where it is missing.
  /// errors  as store::Database::Open, and kInternal for a journal of a newer version
  static Result<std::unique_ptr<Journal>> Open(const std::filesystem::path& folder, const Options& options);

  /// What Open found; once.
  Contents TakeContents() { return std::move(contents_); }

  using Told = store::Committer::Done;
  template <class T>
  using ToldOf = UniqueFunction<void(Result<T>)>;

  /// errors  kResourceExhausted: the disk is full, or full but for the reserve
  void Accept(std::shared_ptr<const Record> record, std::vector<pipeline::Picture> pictures, Told told);
  struct Loaded {
    Record record;
    std::vector<pipeline::Picture> pictures;
  };
  /// The job with its pictures, one run more counted if the disk takes that.
  /// errors  kNotFound: not there, or ended
  void Begin(const std::string& id, ToldOf<Loaded> told);
  /// Keeps the result and the letter, and forgets the pictures.
  void End(std::string id, JobState state, int64_t ended_ms, std::string result, std::optional<Letter> letter,
           Told told);
  /// Forgets the jobs that ended before this moment, and the oldest of too many.
  void Forget(int64_t before_ms, Told told);

  /// errors  kNotFound: delivered, or never there
  void ReadLetter(std::string id, ToldOf<Letter> told);
  void Delivered(std::string id, Told told);
  /// A failed try; `dead` ends the tries.
  void NotDelivered(Letter letter, bool dead, Told told);
  /// The dead ones, the oldest first, without their bodies.
  void DeadLetters(size_t most, ToldOf<std::vector<Letter>> told);
  /// Brings dead letters back: one, or all for an empty id. Tells them.
  /// errors  kNotFound: no such dead letter
  void Revive(std::string id, int64_t next_ms, ToldOf<std::vector<Letter>> told);

  /// Does what waits and ends the thread.
  void Stop() { committer_->Stop(); }
  uint64_t commits() { return committer_->commits(); }

 private:
  Journal(std::filesystem::path folder, const Options& options) : folder_(std::move(folder)), options_(options) {}
  Status CheckRoom(size_t bytes) const;
  /// Reads on the store's thread; `read` may run twice and begins anew each time.
  template <class T>
  void Ask(std::function<Status(store::Database&, T&)> read, ToldOf<T> told);

  const std::filesystem::path folder_;
  const Options options_;
  Contents contents_;
  std::unique_ptr<store::Committer> committer_;  // last
};

}  // namespace crossdock::jobs
