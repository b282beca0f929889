#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>

namespace crossdock::net::http {

/// Bytes received and not yet used, in one piece of fixed capacity.
class ReadBuffer {
 public:
  explicit ReadBuffer(size_t capacity) : capacity_(capacity), data_(std::make_unique_for_overwrite<char[]>(capacity)) {}

  std::string_view text() const { return {data_.get() + begin_, end_ - begin_}; }
  bool empty() const { return begin_ == end_; }
  bool full() const { return end_ - begin_ == capacity_; }

  void Consume(size_t count) {
    begin_ += count;
    if (begin_ == end_) begin_ = end_ = 0;
  }
  /// Drops the empty lines that some clients send before a request, which RFC 9112, 2.2 wants passed over.
  void SkipLineEnds() {
    while (!empty() && (data_[begin_] == '\r' || data_[begin_] == '\n')) Consume(1);
  }
  /// Moves up to `out.size()` bytes out.
  size_t MoveTo(std::span<std::byte> out) {
    const size_t count = std::min(out.size(), end_ - begin_);
    if (count > 0) std::memcpy(out.data(), data_.get() + begin_, count);
    Consume(count);
    return count;
  }
  /// Where to read to; what is there moves to the front first, so that the room is in one piece.
  std::span<char> Room() {
    if (begin_ > 0) {
      std::memmove(data_.get(), data_.get() + begin_, end_ - begin_);
      end_ -= begin_;
      begin_ = 0;
    }
    return {data_.get() + end_, capacity_ - end_};
  }
  void Grow(size_t count) { end_ += count; }
  void Clear() { begin_ = end_ = 0; }

 private:
  const size_t capacity_;
  std::unique_ptr<char[]> data_;
  size_t begin_ = 0;
  size_t end_ = 0;
};

}  // namespace crossdock::net::http
