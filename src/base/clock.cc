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
  // The caller may destroy its mutex and signal after this, and an Advance on another thread may be about to use both. It needs the
  // mutex to go on, so that is given up while waiting for it.
  lock.unlock();
  {
    const std::lock_guard turned(turning_);
    const std::lock_guard guard(mutex_);
    const auto mine =
        std::find_if(waiters_.begin(), waiters_.end(), [&](const Waiter& w) { return w.signal == &signal; });
    waiters_.erase(mine);
  }
  lock.lock();
}

void VirtualClock::Advance(Nanos step) {
  const std::lock_guard turning(turning_);
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
