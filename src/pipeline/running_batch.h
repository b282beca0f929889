#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "base/unique_function.h"
#include "engine/engine.h"
#include "pipeline/dispatch_core.h"

namespace crossdock::pipeline {

/// How a call ended, for the owner of its slot.
struct CallEnd {
  const Batch& batch;  // without its items if they are in `failed`
  TimePoint started;
  Nanos engine_time{0};  // zero if it failed
  std::optional<ErrorCode> error;
  std::vector<WorkItem> failed;  // go back to the queue to run alone; empty if the call succeeded or held one item only
};

/// One engine call from its inputs to its items' answers. Keeps itself alive until the runtime has reported its end.
class RunningBatch final : public engine::RunSink, public std::enable_shared_from_this<RunningBatch> {
 public:
  /// The call has ended: called once, before the items are answered, so that the slot can go on. Destroyed after everything else of
  /// the batch, on the thread that answered it.
  using Ended = UniqueFunction<void(CallEnd end)>;

  RunningBatch(Batch batch, TimePoint started, Ended ended);
  /// Joins the inputs and starts the call on the calling thread.
  void Start();
  void OnDone(Result<engine::RunDone> done) noexcept override;

 private:
  Status JoinInputs();
  void Answer(const engine::RunDone& done);
  Result<WorkResult> Slice(const engine::RunDone& done, const WorkItem& item, int first_row) const;

  Ended ended_;  // first, so that it goes last
  Batch batch_;
  TimePoint started_;
  std::shared_ptr<RunningBatch> self_;
  std::vector<tensor::Tensor> joined_;
  std::vector<tensor::TensorView> inputs_;
  std::vector<uint32_t> wanted_;
  std::stop_source stop_;
};

}  // namespace crossdock::pipeline
