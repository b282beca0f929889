#include "engine/libtorch/cuda/graph_cache.h"

#include <exception>

#include <c10/core/InferenceMode.h>
#include <c10/cuda/CUDAException.h>

#include "engine/libtorch/cuda/transfer.h"

namespace crossdock::engine::libtorch {
namespace {

constexpr int kCallsBefore = 3;
constexpr size_t kMostShapes = 64;  // each holds its memory on the GPU

std::unique_ptr<RecordedCall> Record(std::span<const TensorView> inputs, const Program& program,
                                     const c10::cuda::CUDAStream& stream) {
  const c10::InferenceMode inference;
  auto call = std::make_unique<RecordedCall>();
  call->inputs = AllocateOnGpu(inputs, program.setup().device);
  call->graph = std::make_unique<at::cuda::CUDAGraph>();
  C10_CUDA_CHECK(cudaStreamSynchronize(stream.stream()));
  bool recording = false;
  try {
    // Only this thread: the other slots go on meanwhile.
    call->graph->capture_begin({0, 0}, cudaStreamCaptureModeThreadLocal);
    recording = true;
    auto outputs = program.Call({call->inputs.begin(), call->inputs.end()});
    recording = false;
    call->graph->capture_end();
    if (!outputs) return nullptr;
    call->outputs = *std::move(outputs);
  } catch (const std::exception&) {
    if (recording) {
      try {
        call->graph->capture_end();
      } catch (const std::exception&) {  // the recording was broken off already
      }
    }
    (void)cudaGetLastError();  // the failed recording must not fail the call that follows
    return nullptr;
  }
  for (const at::Tensor& output : call->outputs) {
    if (!output.is_cuda()) return nullptr;
  }
  return call;
}

}  // namespace

RecordedCall* GraphCache::Find(std::span<const TensorView> inputs, const Program& program,
                               const c10::cuda::CUDAStream& stream) {
  std::vector<Shape> shapes;
  for (const TensorView& input : inputs) shapes.push_back(input.shape);
  const auto known = entries_.find(shapes);
  if (known == entries_.end() && entries_.size() >= kMostShapes) return nullptr;
  Entry& entry = known != entries_.end() ? known->second : entries_[shapes];
  if (!entry.tried && ++entry.calls > kCallsBefore) {
    entry.tried = true;
    entry.recorded = Record(inputs, program, stream);
  }
  return entry.recorded.get();
}

}  // namespace crossdock::engine::libtorch
