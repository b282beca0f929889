#pragma once

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <thread>
#include <utility>
#include <vector>

#include "base/bounded_queue.h"
#include "base/guarded.h"
#include "engine/engine.h"

/// A session that ends its calls on threads of its own, as a runtime for an accelerator does: for this module's tests.
namespace crossdock::pipeline::testing {

/// FP32 "x" [-1, width] in, "y" of twice the values out. A value of `kPoison` fails the call.
class CallbackSession final : public engine::Session {
 public:
  static constexpr float kPoison = 666;

  CallbackSession(int64_t width, int slots, int threads = 2)
      : queue_(static_cast<size_t>(slots)), busy_(static_cast<size_t>(slots)) {
    signature_.inputs = {{"x", engine::DType::kF32, {-1, width}}};
    signature_.outputs = {{"y", engine::DType::kF32, {-1, width}}};
    for (int i = 0; i < threads; ++i) {
      threads_.emplace_back([this](const std::stop_token& stop) {
        while (auto call = queue_.Pop(stop)) End(*std::move(call));
      });
    }
  }

  const engine::Signature& signature() const override { return signature_; }
  int slots() const override { return static_cast<int>(busy_.size()); }
  void Start(int slot, const engine::RunArgs& args, engine::RunSink& sink) noexcept override {
    if (busy_[static_cast<size_t>(slot)].exchange(true)) ++misused_;
    ++started_;
    if (!queue_.TryPush({slot, args, &sink})) std::abort();
  }

  /// Keeps calls from ending until the returned lock is given up.
  auto Hold() { return gate_.Lock(); }
  int started() const { return started_; }
  /// Calls that came on a slot in use.
  int misused() const { return misused_; }

 private:
  struct Call {
    int slot;
    engine::RunArgs args;
    engine::RunSink* sink;
  };

  void End(Call call) {
    *gate_.Lock() = call.slot;  // waits here while a test holds it
    auto done = Compute(call.args);
    busy_[static_cast<size_t>(call.slot)] = false;
    call.sink->OnDone(std::move(done));
  }

  static Result<engine::RunDone> Compute(const engine::RunArgs& args) {
    if (args.stop.stop_requested()) return Error{ErrorCode::kCancelled, "stopped"};
    auto output = engine::Tensor::CopyOf(args.inputs[0]);
    for (float& value : output.as<float>()) {
      if (value == kPoison) return Error{ErrorCode::kInternal, "poisoned"};
      value *= 2;
    }
    engine::RunDone done;
    done.outputs.push_back(std::move(output));
    done.engine_time = Nanos{1000};
    return done;
  }

  engine::Signature signature_;
  BoundedQueue<Call> queue_;
  std::vector<std::atomic<bool>> busy_;
  std::atomic<int> started_ = 0;
  std::atomic<int> misused_ = 0;
  Guarded<int> gate_{0};
  std::vector<std::jthread> threads_;  // last: they read everything above
};

}  // namespace crossdock::pipeline::testing
