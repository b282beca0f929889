#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
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
  /// Moves time forward and wakes every waiter whose moment has come. Those of the Advance before have left their waits by then, so a
  /// loop of them starves nobody.
  void Advance(Nanos step);

 private:
  struct Waiter {
    uint64_t number;
    std::mutex* mutex;
    std::condition_variable_any* signal;
    TimePoint until;
    bool due = false;
  };
  mutable std::mutex mutex_;
  std::condition_variable left_;
  bool turning_ = false;  // an Advance is about to signal waiters: nobody leaves
  TimePoint now_{std::chrono::hours(1)};
  uint64_t next_number_ = 0;
  std::vector<Waiter> waiters_;
};

}  // namespace crossdock
