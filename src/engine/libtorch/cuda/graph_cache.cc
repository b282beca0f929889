#include "engine/libtorch/cuda/graph_cache.h"

#include <algorithm>
#include <exception>

#include <c10/core/InferenceMode.h>
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAGuard.h>

#include "engine/libtorch/cuda/transfer.h"

namespace crossdock::engine::libtorch {
namespace {

constexpr int kCallsBefore = 3;
constexpr size_t kMostShapes = 128;  // each holds its inputs and outputs on the GPU

/// Records what `call` does on the current stream; false if it cannot be recorded.
template <class Call>
bool Capture(at::cuda::CUDAGraph& graph, const c10::MempoolId_t& pool, const Call& call) {
  bool recording = false;
  try {
    // Only this thread: others go on with copies and allocations meanwhile.
    graph.capture_begin(pool, cudaStreamCaptureModeThreadLocal);
    recording = true;
    const bool fine = call();
    recording = false;
    graph.capture_end();
    return fine;
  } catch (const std::exception&) {
    if (recording) {
      try {
        graph.capture_end();
      } catch (const std::exception&) {  // what broke the recording has ended it, too
      }
    }
    (void)cudaGetLastError();  // it must not fail the call that follows
    return false;
  }
}

}  // namespace

GraphCache::GraphCache(const Program& program, int slots) : program_(program) {
  for (int slot = 0; slot < slots; ++slot)
    recorders_.push_back(std::make_unique<Recorder>(program.setup().device.index()));
}

RecordedCall* GraphCache::Find(const Shapes& shapes, int slot) {
  auto recorded = recorded_.Lock();
  const auto found = recorded->find(shapes);
  return found == recorded->end() ? nullptr : found->second[static_cast<size_t>(slot)].get();
}

void GraphCache::Ran(const Shapes& shapes) {
  const auto known = calls_.find(shapes);
  if (known == calls_.end() && calls_.size() >= kMostShapes) return;
  if (++calls_[shapes] != kCallsBefore) return;
  std::vector<std::unique_ptr<RecordedCall>> of_slots;
  for (const auto& recorder : recorders_) {
    of_slots.push_back(Record(shapes, *recorder));
    if (!of_slots.back()) return;
  }
  recorded_.Lock()->emplace(shapes, std::move(of_slots));
}

std::unique_ptr<RecordedCall> GraphCache::Record(const Shapes& shapes, const Recorder& recorder) {
  const c10::InferenceMode inference;
  const c10::cuda::CUDAStreamGuard current(recorder.stream.get());
  auto recorded = std::make_unique<RecordedCall>();
  recorded->inputs = AllocateOnGpu(shapes, program_.signature().inputs, program_.setup().device);
  recorded->graph = std::make_unique<at::cuda::CUDAGraph>();
  const bool captured = Capture(*recorded->graph, recorder.pool, [&] {
    auto outputs = program_.Call({recorded->inputs.begin(), recorded->inputs.end()});
    if (!outputs) return false;
    recorded->outputs = *std::move(outputs);
    return std::all_of(recorded->outputs.begin(), recorded->outputs.end(),
                       [](const at::Tensor& output) { return output.is_cuda(); });
  });
  if (!captured) return nullptr;
  return recorded;
}

}  // namespace crossdock::engine::libtorch
