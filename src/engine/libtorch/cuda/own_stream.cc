#include "engine/libtorch/cuda/own_stream.h"

#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAGuard.h>

namespace crossdock::engine::libtorch {

OwnStream::OwnStream(c10::DeviceIndex device) : device_(device) {
  const c10::cuda::CUDAGuard current(device);
  C10_CUDA_CHECK(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
}

OwnStream::~OwnStream() { C10_CUDA_CHECK_WARN(cudaStreamDestroy(stream_)); }

OwnEvent::OwnEvent() { C10_CUDA_CHECK(cudaEventCreateWithFlags(&event_, cudaEventDisableTiming)); }

OwnEvent::~OwnEvent() { C10_CUDA_CHECK_WARN(cudaEventDestroy(event_)); }

}  // namespace crossdock::engine::libtorch
