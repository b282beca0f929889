#pragma once

#include <map>
#include <memory>
#include <vector>

#include <ATen/cuda/CUDAGraph.h>

#include "base/guarded.h"
#include "engine/engine.h"
#include "engine/libtorch/cuda/own_stream.h"
#include "engine/libtorch/program.h"

namespace crossdock::engine::libtorch {

/// A call's kernels as one CUDA graph, with the memory it reads and writes.
struct RecordedCall {
  std::vector<at::Tensor> inputs;
  std::vector<at::Tensor> outputs;
  std::unique_ptr<at::cuda::CUDAGraph> graph;  // last: it goes before the memory it uses
};

/// The recorded calls of a session, by the shapes of their inputs, each once for every slot: a slot's memory is written by its own
/// calls alone. The first calls of a shape run as they are, since LibTorch still profiles and compiles then; after them it is recorded
/// for all slots. What cannot be recorded, because it waits for the GPU or computes on the processor, goes on as it is.
class GraphCache {
 public:
  using Shapes = std::vector<Shape>;
  /// `program` outlives it.
  GraphCache(const Program& program, int slots);
  /// The slot's recorded call for these shapes, or none: run as it is. Any thread; stays valid as long as the cache.
  RecordedCall* Find(const Shapes& shapes, int slot);
  /// A call of these shapes ran as it is; records them if it is time. From one thread only, that on which the program is called.
  void Ran(const Shapes& shapes);

 private:
  /// Where the graphs of a slot are recorded. Of them only one runs at a time, so they share memory; those of two slots run side by
  /// side and share none: cuBLAS has a workspace for each stream, and what is recorded on one stream uses the same.
  struct Recorder {
    explicit Recorder(c10::DeviceIndex device) : stream(device), pool(at::cuda::graph_pool_handle()) {}
    OwnStream stream;
    c10::MempoolId_t pool;
  };
  std::unique_ptr<RecordedCall> Record(const Shapes& shapes, const Recorder& recorder);

  const Program& program_;
  std::vector<std::unique_ptr<Recorder>> recorders_;  // by slot
  std::map<Shapes, int> calls_;
  Guarded<std::map<Shapes, std::vector<std::unique_ptr<RecordedCall>>>> recorded_;
};

}  // namespace crossdock::engine::libtorch
