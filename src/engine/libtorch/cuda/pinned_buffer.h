#pragma once

#include <cstddef>

namespace crossdock::engine::libtorch {

/// Page-locked memory of the processor, from which the GPU copies by itself; grows and never shrinks. Not for two threads at once.
class PinnedBuffer {
 public:
  PinnedBuffer() = default;
  PinnedBuffer(const PinnedBuffer&) = delete;
  ~PinnedBuffer();
  /// At least so many bytes; what was there is lost if it had to grow.
  /// throws  c10::Error: no memory
  std::byte* AtLeast(size_t bytes);

 private:
  std::byte* data_ = nullptr;
  size_t size_ = 0;
};

}  // namespace crossdock::engine::libtorch
