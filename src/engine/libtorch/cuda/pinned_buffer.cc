#include "engine/libtorch/cuda/pinned_buffer.h"

#include <cuda_runtime_api.h>

#include <bit>

#include <c10/cuda/CUDAException.h>

namespace crossdock::engine::libtorch {

PinnedBuffer::~PinnedBuffer() {
  if (data_ != nullptr) C10_CUDA_CHECK_WARN(cudaFreeHost(data_));
}

std::byte* PinnedBuffer::AtLeast(size_t bytes) {
  if (bytes <= size_) return data_;
  if (data_ != nullptr) C10_CUDA_CHECK(cudaFreeHost(data_));
  data_ = nullptr;
  size_ = 0;
  void* memory = nullptr;
  const size_t grown = std::bit_ceil(bytes);
  C10_CUDA_CHECK(cudaHostAlloc(&memory, grown, cudaHostAllocDefault));
  data_ = static_cast<std::byte*>(memory);
  size_ = grown;
  return data_;
}

}  // namespace crossdock::engine::libtorch
