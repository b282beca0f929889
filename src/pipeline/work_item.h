#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

#include "base/clock.h"
#include "base/tier.h"
#include "model/version.h"
#include "pipeline/request.h"
#include "tensor/tensor.h"

namespace crossdock::pipeline {

/// What an engine call gave one work item.
struct WorkResult {
  std::vector<tensor::Tensor> outputs;  // one per wanted output, this item's rows only
  Nanos queue{0};                       // from arrival to the start of the call
  Nanos engine{0};
  int batch_rows = 0;  // rows of the whole call
};

/// Calls back when the client of a waiting item goes away. Its destructor waits for a call under way, so it runs without any lock that
/// the call takes.
using CancelWatch = std::unique_ptr<std::stop_callback<std::function<void()>>>;

/// Rows of one request for one model: what queues hold. Splits of a large request and crops of a picture alike.
struct WorkItem {
  model::Pin pin;                      // keeps the version to the end
  std::vector<tensor::Tensor> inputs;  // in signature order, checked
  std::vector<uint32_t> wanted;        // outputs, ascending; empty: all
  int rows = 1;                        // 1 for a model that cannot be batched, whatever its shapes
  int request_rows =
      0;  // of the whole request, on its first part: it is refused if it cannot be in time; 0: asked already
  Tier tier = Tier::kNormal;
  TimePoint arrived;
  TimePoint deadline = TimePoint::max();
  std::stop_token cancel;
  CancelWatch watch;   // while it waits
  bool alone = false;  // was part of a call that failed: runs by itself, so that one bad item fails alone
  Completion<WorkResult> done;
};

}  // namespace crossdock::pipeline
