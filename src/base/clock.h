#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <vector>

namespace crossdock {

using Nanos = std::chrono::nanoseconds;
using TimePoint = std::chrono::steady_clock::time_point;

/// Where time comes from. Nothing that decides reads another clock, so tests can turn it. Every method may be called from any thread.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual TimePoint Now() const = 0;
  /// Blocks on `signal` (with `lock` held, as with a condition variable) until it is notified, `until` has come on this
  /// clock, or `stop` is requested. May also return early: callers check their condition again.
  virtual void WaitUntil(std::unique_lock<std::mutex>& lock, std::condition_variable_any& signal, TimePoint until,
                         std::stop_token stop) = 0;
};

/// The machine's steady clock.
class RealClock final : public Clock {
 public:
  TimePoint Now() const override { return std::chrono::steady_clock::now(); }
  void WaitUntil(std::unique_lock<std::mutex>& lock, std::condition_variable_any& signal, TimePoint until,
                 std::stop_token stop) override;
};

/// Time that stands still until a test turns it. Starts one hour after the epoch, so that "long ago" can be expressed.
class VirtualClock final : public Clock {
 public:
  TimePoint Now() const override;
  void WaitUntil(std::unique_lock<std::mutex>& lock, std::condition_variable_any& signal, TimePoint until,
                 std::stop_token stop) override;
  /// Moves time forward and wakes every waiter whose moment has come.
  void Advance(Nanos step);

 private:
  struct Waiter {
    std::mutex* mutex;
    std::condition_variable_any* signal;
  };
  std::mutex turning_;  // held through an Advance: nobody leaves a wait that it may be about to signal
  mutable std::mutex mutex_;
  TimePoint now_{std::chrono::hours(1)};
  std::vector<Waiter> waiters_;
};

}  // namespace crossdock
