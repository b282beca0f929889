#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "base/guarded.h"
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

/// One engine call from its inputs to its items' answers. Keeps itself alive until the runtime has reported its end. Whose deadline
/// passes meanwhile is answered at that moment; when nobody waits for the call any more, it is stopped.
class RunningBatch final : public engine::RunSink, public std::enable_shared_from_this<RunningBatch> {
 public:
  /// The call has ended: called once, before the items are answered, so that the slot can go on. Destroyed after everything else of
  /// the batch, on the thread that answered it.
  using Ended = UniqueFunction<void(CallEnd end)>;

  RunningBatch(Batch batch, TimePoint started, Ended ended);
  /// Joins the inputs and starts the call on the calling thread.
  void Start();
  /// Answers the items that were due at `now`. Any thread, any time.
  void Expire(TimePoint now);
  void OnDone(Result<engine::RunDone> done) noexcept override;

 private:
  /// What one item's client is owed, while the call runs.
  struct Debt {
    TimePoint deadline;
    Completion<WorkResult> done;
    bool waited_for = true;
  };
  struct Debts {
    std::vector<Debt> of;  // one per item; empty after the end
    int waited_for = 0;
  };

  Status JoinInputs();
  void WatchClients();
  /// Back into the items; those already answered have none.
  void ReturnDebts();
  void ClientGone(size_t item);
  void Answer(const engine::RunDone& done);
  Result<WorkResult> Slice(const engine::RunDone& done, const WorkItem& item, int first_row) const;
  int call_rows() const { return batch_.rows + batch_.padding; }

  Ended ended_;  // first, so that it goes last
  Batch batch_;
  TimePoint started_;
  std::shared_ptr<RunningBatch> self_;
  std::vector<tensor::Tensor> joined_;
  std::vector<tensor::TensorView> inputs_;
  std::vector<uint32_t> wanted_;
  std::stop_source stop_;  // nobody waits any more
  Guarded<Debts> debts_;
  std::vector<CancelWatch> watches_;  // last: they call into the above
};

}  // namespace crossdock::pipeline
