#include "base/clock.h"

#include <algorithm>
#include <iterator>
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
  uint64_t number = 0;
  {
    const std::lock_guard guard(mutex_);
    if (now_ >= until) return;
    number = next_number_++;
    waiters_.push_back({number, lock.mutex(), &signal, until});
  }
  bool woken = false;
  signal.wait(lock, stop, [&woken] { return std::exchange(woken, true); });
  // The caller may destroy its mutex and signal after this, and an Advance on another thread may be about to use both. It needs the
  // mutex to go on, so that is given up while waiting for it.
  lock.unlock();
  {
    std::unique_lock guard(mutex_);
    left_.wait(guard, [this] { return !turning_; });
    std::erase_if(waiters_, [number](const Waiter& w) { return w.number == number; });
  }
  left_.notify_all();
  lock.lock();
}

void VirtualClock::Advance(Nanos step) {
  std::vector<Waiter> due;
  {
    std::unique_lock guard(mutex_);
    left_.wait(guard, [this] {
      return !turning_ && std::none_of(waiters_.begin(), waiters_.end(), [](const Waiter& w) { return w.due; });
    });
    turning_ = true;
    now_ += step;
    for (Waiter& waiter : waiters_) waiter.due = waiter.until <= now_;
    std::copy_if(waiters_.begin(), waiters_.end(), std::back_inserter(due), [](const Waiter& w) { return w.due; });
  }
  for (const Waiter& waiter : due) {
    // Taking the waiter's mutex makes sure that it is really blocked, not between its check and its wait.
    const std::lock_guard guard(*waiter.mutex);
    waiter.signal->notify_all();
  }
  {
    const std::lock_guard guard(mutex_);
    turning_ = false;
  }
  left_.notify_all();
}

}  // namespace crossdock
