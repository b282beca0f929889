#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "base/result.h"

namespace crossdock::net::http {

/// Bytes of request bodies that all connections together hold. Any thread.
class BodyBudget {
 public:
  explicit BodyBudget(size_t most) : most_(most) {}
  bool TryTake(size_t bytes);
  void GiveBack(size_t bytes) { held_.fetch_sub(bytes, std::memory_order_relaxed); }
  size_t held() const { return held_.load(std::memory_order_relaxed); }

 private:
  const size_t most_;
  std::atomic<size_t> held_{0};
};

/// The body of one request: owned bytes that tensors may go on sharing after the request is gone. Kept so that parsers may read
/// kPadding bytes beyond the end, and so that the byte at `aligned_at` lies on a 64-byte boundary. Copies share the bytes.
class Body {
 public:
  static constexpr size_t kPadding = 64;

  Body() = default;

  /// Room for `size` bytes, none of them filled. The budget must outlive everybody who shares the bytes.
  /// errors  kResourceExhausted (kMemory): over budget, or no memory
  static Result<Body> WithRoom(size_t size, size_t aligned_at, std::shared_ptr<BodyBudget> budget);
  /// A copy of `text`, for tests and tools.
  static Body Of(std::string_view text, size_t aligned_at = 0);

  size_t size() const { return filled_; }
  bool empty() const { return filled_ == 0; }
  std::span<const std::byte> bytes() const { return {data_, filled_}; }
  std::string_view text() const { return {reinterpret_cast<const char*>(data_), filled_}; }
  /// Who keeps the bytes alive.
  const std::shared_ptr<void>& owner() const { return owner_; }

  std::span<std::byte> room() const { return {data_ + filled_, room_ - filled_}; }
  /// `count` more bytes of the room hold data.
  void Grow(size_t count);

 private:
  std::shared_ptr<void> owner_;
  std::byte* data_ = nullptr;
  size_t room_ = 0;
  size_t filled_ = 0;
};

}  // namespace crossdock::net::http
