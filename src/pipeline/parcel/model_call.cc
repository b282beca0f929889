#include "pipeline/parcel/model_call.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace crossdock::pipeline {

void ModelCalls::Start(const ParcelRunPtr& run, Call call, Answer answer) const {
  const auto& inputs = call.pin->signature().inputs;
  if (inputs.size() != 1) {
    answer(
        Error{ErrorCode::kInvalidArgument, fmt::format("model {} has {} inputs; the stage \"{}\" calls models with one",
                                                       call.pin->id().name, inputs.size(), call.stage)});
    return;
  }
  WorkItem item;
  item.rows = call.pin->batchable() ? static_cast<int>(call.input.shape().front()) : 1;
  item.pin = std::move(call.pin);
  item.inputs.push_back(std::move(call.input));
  item.tier = call.tier;
  item.arrived = clock_.Now();
  item.deadline = std::min(call.deadline, run->context().deadline);
  item.cancel = run->context().cancel.get_token();
  item.done = Completion<WorkResult>([run, rows = item.rows, stage = std::move(call.stage),
                                      answer = std::move(answer)](Result<WorkResult> result) mutable {
    if (!result) {
      answer(std::move(result).error());
      return;
    }
    run->TextCost(result->engine * rows / std::max(rows, result->batch_rows));
    run->Took(std::move(stage), result->queue, result->engine);
    answer(std::move(result->outputs.front()));
  });
  dispatcher_.Submit(std::move(item));
}

}  // namespace crossdock::pipeline
