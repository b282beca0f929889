#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <thread>

#include "base/clock.h"
#include "base/guarded.h"
#include "jobs/callback/outbox.h"
#include "jobs/callback/poster.h"
#include "jobs/callback/signature.h"
#include "jobs/callback/target_rules.h"
#include "jobs/config.h"
#include "jobs/journal.h"

namespace crossdock::jobs {

/// Milliseconds of the Unix clock: what is written to disk, and signed.
using UnixClock = std::function<int64_t()>;
int64_t UnixNowMs();

/// Delivers letters at least once: signed, again after failures, and kept as dead letters at last. The journal is told first of each step,
/// so a kill costs at most a second delivery, with the same id. Any thread. The journal is stopped before the service is destroyed.
class CallbackService {
 public:
  struct Counts {
    uint64_t delivered = 0;
    uint64_t failed = 0;  // tries
    uint64_t dead = 0;
    size_t waiting = 0;
  };
  /// The journal and the clock outlive the service.
  /// errors  kInvalidArgument at "jobs.callbacks.…"
  static Result<std::unique_ptr<CallbackService>> Create(const CallbackConfig& config, Journal& journal, Clock& clock,
                                                         UnixClock unix_ms);
  ~CallbackService() { Stop(); }

  /// Whether a job may name this URL.
  /// errors  kInvalidArgument at "callback"
  Status Check(const std::string& url) const;
  /// A letter that is in the journal.
  void Add(const Letter& letter);
  /// Revives one dead letter, or all for an empty id.
  void Replay(const std::string& id, Journal::ToldOf<std::vector<Letter>> told);
  Counts counts();
  /// Tries no more. What is under way is told as failed, and stays in the journal.
  void Stop();

 private:
  struct State {
    Outbox outbox;
    Counts counts;
    bool stopped = false;
    std::mt19937_64 random{std::random_device{}()};
  };
  CallbackService(const CallbackConfig& config, TargetRules rules, Signer signer, Journal& journal, Clock& clock,
                  UnixClock unix_ms);
  void Loop(const std::stop_token& stop);
  void Try(const std::string& id);
  void Post(const Letter& letter);
  void Tried(Letter letter, const Delivery& delivery);

  const CallbackConfig config_;
  const TargetRules rules_;
  const Signer signer_;
  Journal& journal_;
  Clock& clock_;
  const UnixClock unix_ms_;
  Guarded<State> state_;
  std::condition_variable_any changed_;
  std::unique_ptr<Poster> poster_;
  std::jthread thread_;  // last
};

}  // namespace crossdock::jobs
