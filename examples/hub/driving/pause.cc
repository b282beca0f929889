#include "hub/driving/pause.h"

namespace crossdock::hub {

bool PauseUntil(TimePoint until, std::stop_token stop) {
  RealClock clock;
  std::mutex mutex;
  std::condition_variable_any signal;
  std::unique_lock lock(mutex);
  while (!stop.stop_requested() && clock.Now() < until) clock.WaitUntil(lock, signal, until, stop);
  return !stop.stop_requested();
}

}  // namespace crossdock::hub
