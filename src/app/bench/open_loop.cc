#include "app/bench/open_loop.h"

#include <algorithm>
#include <condition_variable>
#include <latch>
#include <memory>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "base/guarded.h"
#include "model/made_inputs.h"
#include "pipeline/dispatcher.h"

namespace crossdock::app::bench {
namespace {

/// Another version's session: versions own theirs, and here several share one.
class BorrowedSession final : public engine::Session {
 public:
  explicit BorrowedSession(engine::Session& of) : of_(of) {}
  const engine::Signature& signature() const override { return of_.signature(); }
  int slots() const override { return of_.slots(); }
  void Start(int slot, const engine::RunArgs& args, engine::RunSink& sink) noexcept override {
    of_.Start(slot, args, sink);
  }

 private:
  engine::Session& of_;
};

/// The same model under other rules. `loaded` outlives it.
model::Pin WithBatching(const model::Version& loaded, const schedule::BatchingConfig& batching) {
  model::Version::Parts parts;
  parts.id = loaded.id();
  parts.config = loaded.config();
  parts.config.batching = batching;
  parts.runtime = loaded.runtime();
  parts.runtime_version = loaded.runtime_version();
  parts.session = std::make_unique<BorrowedSession>(loaded.session());
  parts.signature = loaded.signature();
  parts.max_batch = loaded.max_batch();
  parts.buckets.assign(loaded.buckets().begin(), loaded.buckets().end());
  parts.latency.assign(loaded.latency().begin(), loaded.latency().end());
  return std::make_shared<const model::Version>(std::move(parts));
}

/// What the slots did, from whatever thread a call ends on.
struct Calls {
  Nanos engine{0};
  int64_t rows = 0;
  int64_t count = 0;
};

/// One run: sends on the calling thread, collects on the answering ones.
class Run {
 public:
  Run(const model::Pin& pin, std::vector<tensor::Tensor> inputs, std::span<const Nanos> due, Clock& clock)
      : pin_(pin),
        inputs_(std::move(inputs)),
        due_(due),
        clock_(clock),
        missing_(static_cast<std::ptrdiff_t>(due.size())) {
    took_.resize(due.size(), Nanos::max());
    ended_.resize(due.size());
  }

  LoadResult With(int slots) {
    Guarded<Calls> calls;
    LoadResult result;
    {
      pipeline::Dispatcher dispatcher({slots, 0,
                                       [&](const pipeline::BatchReport& report) {
                                         auto held = calls.Lock();
                                         held->engine += report.engine;
                                         held->rows += report.rows;
                                         ++held->count;
                                       }},
                                      clock_, schedule::MakeEarliestDeadlinePolicy());
      start_ = clock_.Now();
      result.lateness_p99 = SendAll(dispatcher);
      missing_.wait();
    }
    const TimePoint last = *std::max_element(ended_.begin(), ended_.end());
    const double seconds = std::chrono::duration<double>(last - start_).count();
    for (const Nanos latency : took_) {
      if (latency != Nanos::max()) result.latency.push_back(latency);
    }
    std::sort(result.latency.begin(), result.latency.end());
    result.failed = static_cast<int>(took_.size() - result.latency.size());
    auto seen = calls.Lock();
    if (seconds > 0) {
      result.per_second = static_cast<double>(result.latency.size()) / seconds;
      result.busy = std::chrono::duration<double>(seen->engine).count() / seconds / slots;
    }
    if (seen->count > 0) result.mean_rows = static_cast<double>(seen->rows) / static_cast<double>(seen->count);
    return result;
  }

 private:
  /// P99 of how late requests were sent.
  Nanos SendAll(pipeline::Dispatcher& dispatcher) {
    std::vector<Nanos> late;
    late.reserve(due_.size());
    Guarded<int> nothing;
    std::condition_variable_any never;
    for (size_t i = 0; i < due_.size(); ++i) {
      const TimePoint due = start_ + due_[i];
      {
        auto held = nothing.Lock();
        while (clock_.Now() < due) held.Wait(clock_, never, due, {});
      }
      late.push_back(clock_.Now() - due);
      dispatcher.Submit(ItemOf(i, due));
    }
    std::sort(late.begin(), late.end());
    return late[late.size() * 99 / 100];
  }

  pipeline::WorkItem ItemOf(size_t i, TimePoint due) {
    pipeline::WorkItem item;
    item.pin = pin_;
    item.inputs = inputs_;
    item.arrived = clock_.Now();
    item.done = pipeline::Completion<pipeline::WorkResult>([this, i, due](const Result<pipeline::WorkResult>& r) {
      ended_[i] = clock_.Now();
      if (r) took_[i] = ended_[i] - due;
      missing_.count_down();
    });
    return item;
  }

  const model::Pin pin_;
  const std::vector<tensor::Tensor> inputs_;
  const std::span<const Nanos> due_;
  Clock& clock_;
  TimePoint start_;
  std::vector<Nanos> took_;  // each written by the thread that answers it, read after the latch
  std::vector<TimePoint> ended_;
  std::latch missing_;
};

}  // namespace

Nanos LoadResult::Mean() const {
  if (latency.empty()) return Nanos{0};
  return std::accumulate(latency.begin(), latency.end(), Nanos{0}) / static_cast<int64_t>(latency.size());
}

Nanos LoadResult::Quantile(double q) const {
  if (latency.empty()) return Nanos{0};
  return latency[std::min(latency.size() - 1, static_cast<size_t>(q * static_cast<double>(latency.size())))];
}

Result<LoadResult> OfferLoad(const model::Version& loaded, const schedule::BatchingConfig& batching, int slots,
                             std::span<const Nanos> due, Clock& clock) {
  if (loaded.buckets().empty()) {
    return InvalidArgument("warm_shapes", fmt::format("the inputs of model {} have open dimensions: name a shape to "
                                                      "measure with in the model's warm_shapes",
                                                      loaded.id().name));
  }
  if (due.empty()) return InvalidArgument("seconds", "the run is too short for a single request");
  const auto shapes = model::ShapesOf(loaded.buckets().front().inputs, 1, loaded.batchable());
  auto inputs = model::MadeInputs(loaded.signature(), shapes, 11);
  if (!inputs) return inputs.error();
  schedule::BatchingConfig unlimited = batching;
  unlimited.max_queued = std::max(batching.max_queued, static_cast<int>(due.size()));
  return Run(WithBatching(loaded, unlimited), *std::move(inputs), due, clock).With(slots);
}

}  // namespace crossdock::app::bench
