#pragma once

#include <span>
#include <vector>

#include <ATen/core/Tensor.h>
#include <c10/cuda/CUDAStream.h>

#include "engine/engine.h"
#include "engine/libtorch/cuda/copy_team.h"
#include "engine/libtorch/cuda/pinned_buffer.h"

namespace crossdock::engine::libtorch {

/// Memory on the GPU for inputs of these shapes, of the current stream.
std::vector<at::Tensor> AllocateOnGpu(const std::vector<Shape>& shapes, const std::vector<Port>& ports,
                                      c10::Device device);

/// Copies inputs to the GPU by way of page-locked memory, piece by piece, so that the GPU copies one while the next is brought.
/// staging  must be free: earlier copies out of it have ended. The inputs themselves are no longer needed on return
/// throws   c10::Error
void Upload(std::span<const TensorView> inputs, const std::vector<at::Tensor>& to, PinnedBuffer& staging,
            CopyTeam& team, const c10::cuda::CUDAStream& stream);

/// Begins to copy a tensor into page-locked memory of its own, which holds it when the stream has come so far. A tensor that lies on
/// the processor is given as it is.
/// throws   c10::Error
at::Tensor Download(const at::Tensor& from, const c10::cuda::CUDAStream& stream);

}  // namespace crossdock::engine::libtorch
