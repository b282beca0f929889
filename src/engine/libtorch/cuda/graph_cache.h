#pragma once

#include <map>
#include <memory>
#include <span>
#include <vector>

#include <ATen/cuda/CUDAGraph.h>
#include <c10/cuda/CUDAStream.h>

#include "engine/engine.h"
#include "engine/libtorch/program.h"

namespace crossdock::engine::libtorch {

/// A call's kernels as one CUDA graph, with the memory it reads and writes.
struct RecordedCall {
  std::vector<at::Tensor> inputs;
  std::vector<at::Tensor> outputs;
  std::unique_ptr<at::cuda::CUDAGraph> graph;  // last: it goes before the memory it uses
};

/// The recorded calls of one slot, by the shapes of their inputs. The first calls of a shape run as they are, since LibTorch still
/// profiles and compiles then; the next is recorded. What cannot be recorded, because it waits for the GPU or computes on the
/// processor, goes on as it is.
class GraphCache {
 public:
  /// The recorded call for these shapes, or none: run as it is. Called once per call, with the slot's stream current.
  RecordedCall* Find(std::span<const TensorView> inputs, const Program& program, const c10::cuda::CUDAStream& stream);

 private:
  struct Entry {
    int calls = 0;
    bool tried = false;
    std::unique_ptr<RecordedCall> recorded;
  };
  std::map<std::vector<Shape>, Entry> entries_;
};

}  // namespace crossdock::engine::libtorch
