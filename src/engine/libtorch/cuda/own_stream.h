#pragma once

#include <cuda_runtime_api.h>

#include <c10/cuda/CUDAStream.h>

namespace crossdock::engine::libtorch {

/// A stream that nobody else has: those of LibTorch's pool are given out again and again, and a call that is enqueued on a stream
/// while a graph is recorded there would become a part of the graph.
class OwnStream {
 public:
  /// throws  c10::Error
  explicit OwnStream(c10::DeviceIndex device);
  OwnStream(const OwnStream&) = delete;
  ~OwnStream();
  c10::cuda::CUDAStream get() const { return c10::cuda::getStreamFromExternal(stream_, device_); }
  cudaStream_t raw() const { return stream_; }

 private:
  c10::DeviceIndex device_;
  cudaStream_t stream_ = nullptr;
};

/// A moment of a stream that others can wait for.
class OwnEvent {
 public:
  /// throws  c10::Error
  OwnEvent();
  OwnEvent(const OwnEvent&) = delete;
  ~OwnEvent();
  cudaEvent_t raw() const { return event_; }

 private:
  cudaEvent_t event_ = nullptr;
};

}  // namespace crossdock::engine::libtorch
