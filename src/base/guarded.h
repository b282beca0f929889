#pragma once

#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <utility>

#include "base/clock.h"

namespace crossdock {

/// Data and its lock as one object: the data can be reached only through a held lock.
///   Guarded<State> state_;   auto state = state_.Lock();   state->count += 1;
template <class T>
class Guarded {
 public:
  template <class... Args>
  explicit Guarded(Args&&... args) : value_(std::forward<Args>(args)...) {}

  class Held {
   public:
    T* operator->() { return &value_; }
    T& operator*() { return value_; }
    /// Gives the lock up while waiting for `signal`, `until` or `stop`; holds it again on return. May wake early.
    void Wait(Clock& clock, std::condition_variable_any& signal, TimePoint until, std::stop_token stop) {
      clock.WaitUntil(lock_, signal, until, std::move(stop));
    }
    /// Gives the lock up before the end of the scope, to call others without it.
    void Unlock() { lock_.unlock(); }

   private:
    friend class Guarded;
    Held(std::mutex& mutex, T& value) : lock_(mutex), value_(value) {}
    std::unique_lock<std::mutex> lock_;
    T& value_;
  };

  Held Lock() { return Held(mutex_, value_); }

 private:
  std::mutex mutex_;
  T value_;
};

}  // namespace crossdock
