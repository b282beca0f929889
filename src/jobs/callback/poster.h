#pragma once

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "base/guarded.h"
#include "base/unique_function.h"
#include "jobs/callback/outbox.h"
#include "jobs/callback/target_rules.h"

namespace crossdock::jobs {

/// Posts over HTTP, many at once on one thread. No redirects, no proxies, no cookies; every connection's address is asked of the rules
/// before it is opened. Any thread.
class Poster {
 public:
  /// The rules outlive the poster.
  explicit Poster(const TargetRules& rules);
  ~Poster();
  Poster(const Poster&) = delete;
  Poster& operator=(const Poster&) = delete;

  struct Post {
    std::string url;
    std::vector<std::string> headers;  // "Name: value"
    std::string body;
    std::chrono::milliseconds timeout{10'000};
  };
  using Told = UniqueFunction<void(Delivery)>;
  /// `told` comes once, on the poster's thread, and must not block.
  void Send(Post post, Told told);
  /// Ends the thread; what is under way, and what comes later, is told as failed. Once or more.
  void Stop();

 private:
  struct Transfer;
  struct State {
    std::vector<std::unique_ptr<Transfer>> fresh;
    bool stopped = false;
  };
  void Loop(const std::stop_token& stop);
  void Start(std::unique_ptr<Transfer> transfer);
  void Finish(void* easy, int code);
  Delivery Outcome(Transfer& transfer, int code) const;

  const TargetRules& rules_;
  void* multi_;
  std::vector<std::unique_ptr<Transfer>> running_;  // the thread's own
  Guarded<State> state_;
  std::jthread thread_;  // last
};

}  // namespace crossdock::jobs
