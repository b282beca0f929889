#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <stop_token>
#include <unordered_set>
#include <vector>

#include "base/guarded.h"

namespace crossdock::net::grpc {

struct CallHandle;

/// The calls under way, so that a stopping server can end those that nobody answers. Any thread.
class CallList {
 public:
  void Add(const std::shared_ptr<CallHandle>& call);
  void Remove(const std::shared_ptr<CallHandle>& call);
  /// Waits for `drain`, or until `stop`; then answers UNAVAILABLE to all calls under way and to those that still come.
  void EndAfter(std::chrono::milliseconds drain, std::stop_token stop);

 private:
  struct State {
    std::unordered_set<std::shared_ptr<CallHandle>> calls;
    bool ending = false;
  };
  Guarded<State> state_;
  std::condition_variable_any never_;  // only the deadline and the stop end the wait
};

}  // namespace crossdock::net::grpc
