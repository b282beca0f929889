#include "engine/libtorch/cuda/transfer.h"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstring>

#include <ATen/ops/empty.h>
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAGuard.h>

#include "engine/libtorch/dtypes.h"

namespace crossdock::engine::libtorch {
namespace {

// The C library writes past the caches from some megabytes on, which is half as long again in smaller pieces.
constexpr size_t kPiece = size_t{8} << 20;
constexpr size_t kAlignment = 256;

size_t Aligned(size_t bytes) { return (bytes + kAlignment - 1) / kAlignment * kAlignment; }

}  // namespace

std::vector<at::Tensor> AllocateOnGpu(const std::vector<Shape>& shapes, const std::vector<Port>& ports,
                                      c10::Device device) {
  std::vector<at::Tensor> tensors;
  for (size_t i = 0; i < shapes.size(); ++i)
    tensors.push_back(at::empty(shapes[i], at::TensorOptions().dtype(*ToTorch(ports[i].dtype)).device(device)));
  return tensors;
}

void Upload(std::span<const TensorView> inputs, const std::vector<at::Tensor>& to, PinnedBuffer& staging,
            CopyTeam& team, const c10::cuda::CUDAStream& stream) {
  size_t bytes = 0;
  for (const TensorView& input : inputs) bytes += Aligned(input.bytes.size());
  std::byte* at = staging.AtLeast(bytes);
  for (size_t i = 0; i < inputs.size(); ++i) {
    const std::span<const std::byte> from = inputs[i].bytes;
    auto* const target = static_cast<std::byte*>(to[i].data_ptr());
    team.Run((from.size() + kPiece - 1) / kPiece, [&](size_t piece) {
      const size_t done = piece * kPiece;
      const size_t size = std::min(kPiece, from.size() - done);
      const c10::cuda::CUDAGuard device(stream.device_index());  // a thread that helps begins on the first GPU
      std::memcpy(at + done, from.data() + done, size);
      C10_CUDA_CHECK(cudaMemcpyAsync(target + done, at + done, size, cudaMemcpyHostToDevice, stream.stream()));
    });
    at += Aligned(from.size());
  }
}

at::Tensor Download(const at::Tensor& from, const c10::cuda::CUDAStream& stream) {
  if (!from.is_cuda()) return from;
  at::Tensor to = at::empty(from.sizes(), at::TensorOptions().dtype(from.scalar_type()).pinned_memory(true));
  // Not copy_(): it would also make the allocator watch the stream, and this memory is held until the stream has come so far.
  C10_CUDA_CHECK(
      cudaMemcpyAsync(to.data_ptr(), from.data_ptr(), from.nbytes(), cudaMemcpyDeviceToHost, stream.stream()));
  return to;
}

}  // namespace crossdock::engine::libtorch
