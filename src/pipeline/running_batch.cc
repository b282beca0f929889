#include "pipeline/running_batch.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace crossdock::pipeline {
namespace {

/// The outputs that any item wants, ascending; empty (all) as soon as one wants all.
std::vector<uint32_t> WantedByAny(const std::vector<WorkItem>& items) {
  std::vector<uint32_t> wanted;
  for (const WorkItem& item : items) {
    if (item.wanted.empty()) return {};
    wanted.insert(wanted.end(), item.wanted.begin(), item.wanted.end());
  }
  std::sort(wanted.begin(), wanted.end());
  wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
  return wanted;
}

}  // namespace

RunningBatch::RunningBatch(Batch batch, TimePoint started, Ended ended)
    : ended_(std::move(ended)), batch_(std::move(batch)), started_(started), wanted_(WantedByAny(batch_.items)) {}

void RunningBatch::Start() {
  self_ = shared_from_this();
  const model::Pin pin = batch_.items.front().pin;
  if (Status joined = JoinInputs(); !joined) {
    OnDone(std::move(joined).error());
    return;
  }
  engine::RunArgs args;
  args.inputs = inputs_;
  args.wanted_outputs = wanted_;
  // A call may be stopped only if everybody in it has gone: that is asked for when it holds a single item.
  args.stop = batch_.items.size() == 1 ? batch_.items.front().cancel : stop_.get_token();
  pin->session().Start(batch_.session_slot, args, *this);
}

Status RunningBatch::JoinInputs() {
  const size_t ports = batch_.items.front().inputs.size();
  for (size_t port = 0; port < ports; ++port) {
    if (batch_.items.size() == 1) {
      inputs_.push_back(batch_.items.front().inputs[port].view());
      continue;
    }
    std::vector<tensor::TensorView> parts;
    for (const WorkItem& item : batch_.items) parts.push_back(item.inputs[port].view());
    auto joined = tensor::Concat(parts);
    if (!joined) return joined.error();
    joined_.push_back(*std::move(joined));
    inputs_.push_back(joined_.back().view());
  }
  return {};
}

void RunningBatch::OnDone(Result<engine::RunDone> done) noexcept {
  const std::shared_ptr<RunningBatch> alive = std::exchange(self_, nullptr);
  if (!done && batch_.items.size() > 1) {
    std::vector<WorkItem> failed = std::move(batch_.items);
    batch_.items.clear();
    ended_({batch_, started_, Nanos{0}, done.error().code, std::move(failed)});
    return;
  }
  if (!done) {
    ended_({batch_, started_, Nanos{0}, done.error().code, {}});
    batch_.items.front().done.Finish(done.error());
    return;
  }
  ended_({batch_, started_, done->engine_time, std::nullopt, {}});
  Answer(*done);
}

void RunningBatch::Answer(const engine::RunDone& done) {
  int row = 0;
  for (WorkItem& item : batch_.items) {
    item.done.Finish(Slice(done, item, row));
    row += item.rows;
  }
}

Result<WorkResult> RunningBatch::Slice(const engine::RunDone& done, const WorkItem& item, int first_row) const {
  WorkResult result;
  result.queue = started_ - item.arrived;
  result.engine = done.engine_time;
  result.batch_rows = batch_.rows;
  for (size_t i = 0; i < done.outputs.size(); ++i) {
    const uint32_t port = wanted_.empty() ? static_cast<uint32_t>(i) : wanted_[i];
    if (!item.wanted.empty() && !std::binary_search(item.wanted.begin(), item.wanted.end(), port)) continue;
    const tensor::Tensor& output = done.outputs[i];
    if (batch_.items.size() == 1) {
      result.outputs.push_back(output);
      continue;
    }
    if (output.shape().empty() || output.shape()[0] != batch_.rows) {
      return Error{ErrorCode::kInternal,
                   fmt::format("model {} answered {} rows with an output of shape {}", item.pin->id().name, batch_.rows,
                               tensor::ToString(output.shape()))};
    }
    auto rows = output.Rows(first_row, item.rows);
    if (!rows) return rows.error();
    result.outputs.push_back(*std::move(rows));
  }
  return result;
}

}  // namespace crossdock::pipeline
