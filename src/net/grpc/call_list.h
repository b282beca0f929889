#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <stop_token>
#include <unordered_set>
#include <vector>

#include "base/guarded.h"
#include "base/result.h"

namespace crossdock::net::grpc {

/// A call under way, as the server's stop sees it.
struct OpenCall {
  virtual ~OpenCall() = default;
  /// Finishes the call as stopped, if it is not finished already.
  virtual void End() = 0;
  std::stop_source cancel;  // requested when the client goes away, or the server stops
};

/// The calls under way, so that a stopping server can end those that nobody answers. Any thread.
class CallList {
 public:
  void Add(const std::shared_ptr<OpenCall>& call);
  void Remove(const std::shared_ptr<OpenCall>& call);
  /// What a call that the server's stop ends is told.
  static Error Stopped();
  /// Waits for `drain`, or until `stop`; then answers UNAVAILABLE to all calls under way and to those that still come.
  void EndAfter(std::chrono::milliseconds drain, std::stop_token stop);

 private:
  struct State {
    std::unordered_set<std::shared_ptr<OpenCall>> calls;
    bool ending = false;
  };
  Guarded<State> state_;
  std::condition_variable_any never_;  // only the deadline and the stop end the wait
};

}  // namespace crossdock::net::grpc
