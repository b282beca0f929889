#pragma once

#include <condition_variable>
#include <memory>
#include <vector>

#include <c10/cuda/CUDAStream.h>

#include "base/clock.h"
#include "base/guarded.h"
#include "engine/engine.h"
#include "engine/libtorch/cuda/graph_cache.h"
#include "engine/libtorch/cuda/pinned_buffer.h"
#include "engine/libtorch/program.h"

namespace crossdock::engine::libtorch {

/// A module on a GPU. A slot is a stream with staging memory of its own. Start brings the inputs, enqueues copies and kernels and
/// returns; the sink is called from the completions' thread when the stream has come to the end of the call.
class CudaSession final : public Session {
 public:
  explicit CudaSession(Program program);
  ~CudaSession() override;

  const Signature& signature() const override { return program_.signature(); }
  int slots() const override { return static_cast<int>(slots_.size()); }
  void Start(int slot, const RunArgs& args, RunSink& sink) noexcept override;
  std::vector<NodePlacement> placements() const override;

 private:
  struct Slot {
    c10::cuda::CUDAStream stream;
    PinnedBuffer staging;
    GraphCache graphs;
  };
  struct Call;

  Status Check(const RunArgs& args) const;
  Result<std::vector<at::Tensor>> Enqueue(Slot& slot, std::span<const TensorView> inputs);
  Status Download(Slot& slot, const RunArgs& args, const std::vector<at::Tensor>& outputs, Call& call) const;
  /// Ends a call that never came to be enqueued whole.
  void GiveUp(Slot& slot, RunSink& sink, Error error) noexcept;
  /// The driver's callback.
  static void OnStreamReached(cudaStream_t stream, cudaError_t status, void* call);
  static void End(std::unique_ptr<Call> call, cudaError_t status);
  void Leave();

  const Program program_;
  std::vector<std::unique_ptr<Slot>> slots_;
  RealClock clock_;
  Guarded<int> running_{0};
  std::condition_variable_any none_;
};

}  // namespace crossdock::engine::libtorch
