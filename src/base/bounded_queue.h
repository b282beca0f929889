#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>

namespace crossdock {

/// A first-in, first-out queue that refuses instead of growing. Every method may be called from any thread.
template <class T>
class BoundedQueue {
 public:
  explicit BoundedQueue(size_t capacity) : capacity_(capacity) {}

  /// False, and `value` untouched, when the queue is full.
  bool TryPush(T&& value) {
    {
      const std::lock_guard lock(mutex_);
      if (items_.size() >= capacity_) return false;
      items_.push_back(std::move(value));
    }
    ready_.notify_one();
    return true;
  }

  /// The oldest item; waits for one. Nothing once `stop` is requested.
  std::optional<T> Pop(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    if (!ready_.wait(lock, stop, [this] { return !items_.empty(); })) return std::nullopt;
    if (stop.stop_requested()) return std::nullopt;
    return Take();
  }

  /// The oldest item, or nothing when there is none now.
  std::optional<T> TryPop() {
    const std::lock_guard lock(mutex_);
    if (items_.empty()) return std::nullopt;
    return Take();
  }

  size_t size() const {
    const std::lock_guard lock(mutex_);
    return items_.size();
  }

 private:
  std::optional<T> Take() {
    std::optional<T> value(std::move(items_.front()));
    items_.pop_front();
    return value;
  }

  const size_t capacity_;
  mutable std::mutex mutex_;
  std::condition_variable_any ready_;
  std::deque<T> items_;
};

}  // namespace crossdock
