#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <span>

namespace crossdock::model {

/// Bytes that begin on a page, so that what is read into them in one piece can be used in place. Movable, not copyable.
class AlignedBytes {
 public:
  static constexpr size_t kAlignment = 4096;

  AlignedBytes() = default;
  explicit AlignedBytes(size_t size)
      : memory_(static_cast<std::byte*>(std::aligned_alloc(kAlignment, (size + kAlignment) / kAlignment * kAlignment))),
        size_(memory_ ? size : 0) {}

  /// False: there was no memory.
  explicit operator bool() const { return memory_ != nullptr; }
  std::span<std::byte> span() { return {memory_.get(), size_}; }
  std::span<const std::byte> span() const { return {memory_.get(), size_}; }

 private:
  struct Free {
    void operator()(std::byte* memory) const { std::free(memory); }  // NOLINT: the counterpart of aligned_alloc
  };
  std::unique_ptr<std::byte, Free> memory_;
  size_t size_ = 0;
};

}  // namespace crossdock::model
