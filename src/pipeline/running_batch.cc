#include "pipeline/running_batch.h"

#include <algorithm>
#include <optional>
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
    : ended_(std::move(ended)), batch_(std::move(batch)), started_(started), wanted_(WantedByAny(batch_.items)) {
  auto debts = debts_.Lock();
  for (WorkItem& item : batch_.items) debts->of.push_back({item.deadline, std::move(item.done), true});
  debts->waited_for = static_cast<int>(debts->of.size());
}

void RunningBatch::Start() {
  self_ = shared_from_this();
  const model::Pin pin = batch_.items.front().pin;
  WatchClients();
  if (Status joined = JoinInputs(); !joined) {
    OnDone(std::move(joined).error());
    return;
  }
  engine::RunArgs args;
  args.inputs = inputs_;
  args.wanted_outputs = wanted_;
  args.stop = stop_.get_token();
  pin->session().Start(batch_.session_slot, args, *this);
}

Status RunningBatch::JoinInputs() {
  const size_t ports = batch_.items.front().inputs.size();
  const WorkItem& last = batch_.items.back();
  for (size_t port = 0; port < ports; ++port) {
    if (batch_.items.size() == 1 && batch_.padding == 0) {
      inputs_.push_back(last.inputs[port].view());
      continue;
    }
    std::vector<tensor::TensorView> parts;
    for (const WorkItem& item : batch_.items) parts.push_back(item.inputs[port].view());
    // The last row again and again: values that the model is known to take.
    std::optional<tensor::Tensor> last_row;
    if (batch_.padding > 0) {
      auto row = last.inputs[port].Rows(last.rows - 1, 1);
      if (!row) return row.error();
      last_row = *std::move(row);
      parts.insert(parts.end(), static_cast<size_t>(batch_.padding), last_row->view());
    }
    auto joined = tensor::Concat(parts);
    if (!joined) return joined.error();
    joined_.push_back(*std::move(joined));
    inputs_.push_back(joined_.back().view());
  }
  return {};
}

void RunningBatch::WatchClients() {
  for (size_t i = 0; i < batch_.items.size(); ++i) {
    const std::stop_token& cancel = batch_.items[i].cancel;
    if (cancel.stop_possible())
      watches_.push_back(std::make_unique<CancelWatch::element_type>(cancel, [this, i] { ClientGone(i); }));
  }
}

void RunningBatch::ReturnDebts() {
  watches_.clear();  // without the lock: waits for a call under way
  auto debts = debts_.Lock();
  for (size_t i = 0; i < debts->of.size(); ++i) batch_.items[i].done = std::move(debts->of[i].done);
  debts->of.clear();
}

void RunningBatch::ClientGone(size_t item) {
  // A copy: the stop may end the call, and this with it, before it returns.
  std::stop_source stop = stop_;
  auto debts = debts_.Lock();
  if (item >= debts->of.size() || !std::exchange(debts->of[item].waited_for, false)) return;
  const bool last = --debts->waited_for == 0;
  debts.Unlock();
  if (last) stop.request_stop();
}

void RunningBatch::Expire(TimePoint now) {
  std::vector<Completion<WorkResult>> late;
  bool last = false;
  {
    auto debts = debts_.Lock();
    for (Debt& debt : debts->of) {
      if (debt.deadline > now || !debt.done) continue;
      late.push_back(std::move(debt.done));
      if (std::exchange(debt.waited_for, false)) last = --debts->waited_for == 0;
    }
  }
  if (last) stop_.request_stop();
  for (auto& done : late)
    done.Finish(Error{ErrorCode::kDeadlineExceeded, "the deadline passed while the model was running", "deadline"});
}

void RunningBatch::OnDone(Result<engine::RunDone> done) noexcept {
  const std::shared_ptr<RunningBatch> alive = std::exchange(self_, nullptr);
  ReturnDebts();
  if (!done) {
    std::vector<WorkItem> failed;
    if (batch_.items.size() > 1) {
      // Whoever was answered at its deadline needs no second run.
      for (WorkItem& item : batch_.items) {
        if (item.done) failed.push_back(std::move(item));
      }
      if (!failed.empty()) batch_.items.clear();
    }
    ended_({batch_, started_, Nanos{0}, done.error().code, std::move(failed)});
    if (batch_.items.size() == 1) batch_.items.front().done.Finish(done.error());
    return;
  }
  ended_({batch_, started_, done->engine_time, std::nullopt, {}});
  Answer(*done);
}

void RunningBatch::Answer(const engine::RunDone& done) {
  int row = 0;
  for (WorkItem& item : batch_.items) {
    if (item.done) item.done.Finish(Slice(done, item, row));
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
    if (batch_.items.size() == 1 && batch_.padding == 0) {
      result.outputs.push_back(output);
      continue;
    }
    if (output.shape().empty() || output.shape()[0] != call_rows()) {
      return Error{ErrorCode::kInternal,
                   fmt::format("model {} answered {} rows with an output of shape {}", item.pin->id().name, call_rows(),
                               tensor::ToString(output.shape()))};
    }
    auto rows = output.Rows(first_row, item.rows);
    if (!rows) return rows.error();
    result.outputs.push_back(*std::move(rows));
  }
  return result;
}

}  // namespace crossdock::pipeline
