#include "hub/driving/stop_signal.h"

#include <pthread.h>

namespace crossdock::hub {
namespace {

sigset_t StopSignals() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  return set;
}

}  // namespace

StopSignal::StopSignal() {
  const sigset_t set = StopSignals();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  thread_ = std::jthread([this](std::stop_token ended) {
    const sigset_t waited = StopSignals();
    while (!ended.stop_requested()) {
      int signal = 0;
      sigwait(&waited, &signal);
      source_.request_stop();
    }
  });
}

StopSignal::~StopSignal() {
  thread_.request_stop();
  pthread_kill(thread_.native_handle(), SIGTERM);  // wakes the waiting thread
}

}  // namespace crossdock::hub
