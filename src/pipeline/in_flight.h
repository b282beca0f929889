#pragma once

#include <condition_variable>
#include <utility>

#include "base/clock.h"
#include "base/guarded.h"

namespace crossdock::pipeline {

/// Counts what has been started, on whatever thread it will end, so that its owner can wait until nothing of it is left.
class InFlight {
 public:
  /// One started thing; its destructor is its end. Move-only. The InFlight outlives it.
  class Token {
   public:
    explicit Token(InFlight& in) : in_(&in) { ++*in.count_.Lock(); }
    Token(Token&& other) noexcept : in_(std::exchange(other.in_, nullptr)) {}
    Token& operator=(Token&&) = delete;
    ~Token() {
      if (in_ == nullptr) return;
      auto count = in_->count_.Lock();
      if (--*count == 0)
        in_->none_.notify_all();  // with the lock held: the waiter may destroy everything as soon as it is released
    }

   private:
    InFlight* in_;
  };

  void WaitForNone(Clock& clock) {
    auto count = count_.Lock();
    while (*count > 0) count.Wait(clock, none_, TimePoint::max(), {});
  }

 private:
  Guarded<int> count_{0};
  std::condition_variable_any none_;
};

}  // namespace crossdock::pipeline
