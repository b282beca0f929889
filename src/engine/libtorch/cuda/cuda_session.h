#pragma once

#include <condition_variable>
#include <memory>
#include <optional>
#include <vector>

#include "base/clock.h"
#include "base/guarded.h"
#include "engine/engine.h"
#include "engine/libtorch/cuda/copy_team.h"
#include "engine/libtorch/cuda/graph_cache.h"
#include "engine/libtorch/cuda/own_stream.h"
#include "engine/libtorch/cuda/pinned_buffer.h"
#include "engine/libtorch/cuda/task_thread.h"
#include "engine/libtorch/program.h"

namespace crossdock::engine::libtorch {

/// A module on a GPU. A slot is a stream with staging memory of its own. A call goes through three threads and blocks none:
///   the caller's  brings the inputs into staging memory, helped by others if they are large, begins their copies to the GPU, returns
///   the launcher  calls the module, which enqueues its kernels, or replays its graph, and begins the outputs' copies. One for all slots:
///                 cuDNN's plans belong to the thread that made them, and a plan takes longer than a call
///   the ends'     calls the sink when the driver says that the stream has come so far
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
    explicit Slot(c10::DeviceIndex device) : stream(device) {}
    OwnStream stream;
    OwnEvent computed;  // the kernels of its latest large call
    PinnedBuffer staging;
  };
  struct Call;

  Status Check(const RunArgs& args) const;
  void Upload(std::span<const TensorView> inputs, Call& call);
  void Launch(std::unique_ptr<Call> call) noexcept;
  Result<std::vector<at::Tensor>> Enqueue(Call& call);
  Status Download(const std::vector<at::Tensor>& outputs, Call& call) const;
  void WaitForLargeCallBefore(const Call& call);
  /// The driver's callback.
  static void OnStreamReached(cudaStream_t stream, cudaError_t status, void* call);
  static Result<RunDone> Finish(const Call& call, cudaError_t status);
  /// Waits for what was enqueued of a call that fails: it still reads the slot's staging memory.
  void Settle(const Call& call) noexcept;
  void Leave();

  const Program program_;
  std::vector<std::unique_ptr<Slot>> slots_;
  std::optional<GraphCache> graphs_;
  CopyTeam copiers_;
  RealClock clock_;
  Guarded<int> running_{0};
  std::condition_variable_any none_;
  const Slot* latest_large_ = nullptr;   // the launcher's own
  TaskThread launcher_{"torch-launch"};  // last: it uses everything above
};

}  // namespace crossdock::engine::libtorch
