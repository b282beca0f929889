#pragma once

#include <signal.h>

#include <stop_token>
#include <thread>

namespace crossdock::hub {

/// Turns Ctrl-C (SIGINT) and SIGTERM into a request to stop. Make it before any other thread, so that they all leave the signals to it.
class StopSignal {
 public:
  StopSignal();
  ~StopSignal();
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;
  std::stop_token Token() const { return source_.get_token(); }

 private:
  std::stop_source source_;
  std::jthread thread_;  // last: it uses what stands above
};

}  // namespace crossdock::hub
