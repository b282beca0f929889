#include "base/clock.h"

#include <algorithm>
#include <utility>

namespace crossdock {

void RealClock::WaitUntil(std::unique_lock<std::mutex>& lock, std::condition_variable_any& signal, TimePoint until,
                          std::stop_token stop) {
  // A notification may come between the caller's check and this wait only with the lock held, so none is lost; the stop
  // token wakes the wait through the condition variable's own callback.
  bool woken = false;
  const auto once = [&woken] { return std::exchange(woken, true); };
  if (until == TimePoint::max()) {
    signal.wait(lock, stop, once);
  } else {
    signal.wait_until(lock, stop, until, once);
  }
}

TimePoint VirtualClock::Now() const {
  const std::lock_guard guard(mutex_);
  return now_;
}

void VirtualClock::WaitUntil(std::unique_lock<std::mutex>& lock, std::condition_variable_any& signal, TimePoint until,
                             std::stop_token stop) {
  {
    const std::lock_guard guard(mutex_);
    if (now_ >= until) return;
    waiters_.push_back({lock.mutex(), &signal});
  }
  bool woken = false;
  signal.wait(lock, stop, [&woken] { return std::exchange(woken, true); });
  const std::lock_guard guard(mutex_);
  const auto mine = std::find_if(waiters_.begin(), waiters_.end(), [&](const Waiter& w) { return w.signal == &signal; });
  if (mine != waiters_.end()) waiters_.erase(mine);
}

void VirtualClock::Advance(Nanos step) {
  std::vector<Waiter> waiters;
  {
    const std::lock_guard guard(mutex_);
    now_ += step;
    waiters = waiters_;
  }
  for (const Waiter& waiter : waiters) {
    // Taking the waiter's mutex makes sure that it is really blocked, not between its check and its wait.
    const std::lock_guard guard(*waiter.mutex);
    waiter.signal->notify_all();
  }
}

}  // namespace crossdock
