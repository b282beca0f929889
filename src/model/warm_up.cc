#include "model/warm_up.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/thread_priority.h"
#include "model/made_inputs.h"
#include "schedule/policy.h"

namespace crossdock::model {
namespace {

// A call is timed so often, unless it is slow: then once is enough to tell sizes apart.
constexpr int kRuns = 3;
constexpr Nanos kSlowCall = std::chrono::milliseconds(60);
// A larger batch that gains less than this per row is not worth its latency; two such in a row end the search.
constexpr double kGain = 0.95;
constexpr unsigned kSeed = 7;

std::vector<int> BatchSizes(int max_batch) {
  std::vector<int> sizes;
  for (int size = 1; size < max_batch; size += size < 4 ? 1 : size < 8 ? 2 : size / 2) sizes.push_back(size);
  sizes.push_back(max_batch);
  return sizes;
}

Result<Nanos> TimeOnce(engine::Session& session, const std::vector<tensor::Tensor>& inputs, int slot = 0) {
  std::vector<tensor::TensorView> views;
  for (const auto& input : inputs) views.push_back(input.view());
  const Nanos waited_before = WaitedForCore();
  auto done = engine::RunOnce(session, views, slot);
  if (!done) return done.error();
  // Loading yields to the models that serve; what it waited for them is no part of what a call takes.
  const Nanos waited = WaitedForCore() - waited_before;
  return waited < done->engine_time ? done->engine_time - waited : done->engine_time;
}

Error FailsOn(const std::vector<tensor::Shape>& shapes, const Error& error) {
  std::string text;
  for (const auto& shape : shapes) text += tensor::ToString(shape);
  return InvalidArgument("warm_shapes", fmt::format("the model fails on inputs of shape {}: {}", text, error.message));
}

Result<Nanos> TimeOf(engine::Session& session, const std::vector<tensor::Shape>& shapes) {
  const auto inputs = MadeInputs(session.signature(), shapes, kSeed);
  if (!inputs) return inputs.error();
  const auto first = TimeOnce(session, *inputs);
  if (!first) return FailsOn(shapes, first.error());
  Nanos best = Nanos::max();
  const int runs = *first > kSlowCall ? 1 : kRuns;
  for (int run = 0; run < runs; ++run) {
    const auto time = TimeOnce(session, *inputs);
    if (!time) return time;
    best = std::min(best, *time);
  }
  return best;
}

/// A runtime may keep memory and compiled code for each slot apart: no slot meets a shape for the first time in service.
Status WarmOtherSlots(engine::Session& session, const std::vector<tensor::Shape>& shapes, std::stop_token stop) {
  const auto inputs = MadeInputs(session.signature(), shapes, kSeed);
  if (!inputs) return inputs.error();
  for (int slot = 1; slot < session.slots(); ++slot) {
    if (stop.stop_requested()) return Error{ErrorCode::kCancelled, "warm-up was stopped"};
    if (auto time = TimeOnce(session, *inputs, slot); !time) return time.error();
  }
  return {};
}

int64_t ElementsOf(const std::vector<tensor::Shape>& shapes) {
  int64_t sum = 0;
  for (const auto& shape : shapes) sum += tensor::ElementCount(shape).value_or(0);
  return sum;
}

Status RunOnEachSlot(engine::Session& session, const std::vector<tensor::Shape>& shapes, std::stop_token stop) {
  const auto inputs = MadeInputs(session.signature(), shapes, kSeed);
  if (!inputs) return inputs.error();
  for (int slot = 0; slot < session.slots(); ++slot) {
    if (stop.stop_requested()) return Error{ErrorCode::kCancelled, "warm-up was stopped"};
    if (const auto ran = TimeOnce(session, *inputs, slot); !ran) return FailsOn(shapes, ran.error());
  }
  return {};
}

Result<schedule::LatencyTable> WarmBucket(engine::Session& session, const Bucket& bucket, const Sizes& sizes,
                                          std::stop_token stop) {
  schedule::LatencyTable table;
  double best_per_row = 0;
  int without_gain = 0;
  for (const int size : sizes.of) {
    if (stop.stop_requested()) return Error{ErrorCode::kCancelled, "warm-up was stopped"};
    const auto time = TimeOf(session, ShapesOf(bucket.inputs, size, sizes.batched));
    if (!time) return time.error();
    table.Seed(size, *time);
    const double per_row = static_cast<double>(time->count()) / size;
    without_gain = best_per_row > 0 && per_row > kGain * best_per_row ? without_gain + 1 : 0;
    if (best_per_row == 0 || per_row < best_per_row) best_per_row = per_row;
    if (sizes.prune && without_gain >= 2) break;
  }
  if (auto status = WarmOtherSlots(session, ShapesOf(bucket.inputs, sizes.of.front(), sizes.batched), stop); !status)
    return status.error();
  return table;
}

}  // namespace

Sizes WarmSizes(const schedule::BatchingConfig& config, int max_batch) {
  Sizes sizes;
  const schedule::BatchRule rule = schedule::MakeRule(config, max_batch);
  sizes.of = rule.sizes.empty() ? BatchSizes(max_batch) : rule.sizes;
  sizes.batched = max_batch > 1;
  // Chosen sizes are few, and each will be run.
  sizes.prune = rule.sizes.empty() && (config.mode == "gap" || config.mode == "article" || config.mode == "auto");
  return sizes;
}

Result<std::vector<schedule::LatencyTable>> WarmUp(engine::Session& session, const std::vector<Bucket>& buckets,
                                                   const Sizes& sizes, std::stop_token stop) {
  std::vector<schedule::LatencyTable> tables;
  for (const Bucket& bucket : buckets) {
    auto table = WarmBucket(session, bucket, sizes, stop);
    if (!table) return table.error();
    tables.push_back(*std::move(table));
  }
  return tables;
}

Result<std::vector<schedule::LatencyTable>> WarmAgain(engine::Session& session, const std::vector<Bucket>& buckets,
                                                      const std::vector<std::vector<std::pair<int, Nanos>>>& times,
                                                      bool batched, std::stop_token stop) {
  std::vector<schedule::LatencyTable> tables(buckets.size());
  std::vector<std::vector<tensor::Shape>> calls;
  for (size_t i = 0; i < buckets.size(); ++i) {
    for (const auto& [size, time] : times[i]) {
      calls.push_back(ShapesOf(buckets[i].inputs, size, batched));
      tables[i].Seed(size, time);
    }
  }
  if (!session.compiles_for_shapes() && !calls.empty())
    calls = {*std::max_element(calls.begin(), calls.end(),
                               [](const auto& a, const auto& b) { return ElementsOf(a) < ElementsOf(b); })};
  for (const auto& shapes : calls) {
    if (Status ran = RunOnEachSlot(session, shapes, stop); !ran) return ran.error();
  }
  return tables;
}

}  // namespace crossdock::model
