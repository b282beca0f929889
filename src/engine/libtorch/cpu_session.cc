#include "engine/libtorch/cpu_session.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include <ATen/Parallel.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/from_blob.h>

#include "engine/libtorch/dtypes.h"
#include "engine/libtorch/errors.h"
#include "engine/libtorch/results.h"
#include "engine/port_check.h"

namespace crossdock::engine::libtorch {
namespace {

/// The number of threads is the calling thread's own setting: told once, and again when another model's call comes along.
void UseThreads(int threads) {
  thread_local int told = 0;
  if (told == threads) return;
  at::set_num_threads(threads);
  told = threads;
}

/// A module may hand out what it was given, and that memory is only borrowed.
bool LiesIn(const at::Tensor& tensor, const std::vector<c10::IValue>& inputs) {
  return std::any_of(inputs.begin(), inputs.end(),
                     [&](const c10::IValue& input) { return input.toTensor().is_alias_of(tensor); });
}

}  // namespace

void CpuSession::Start(int /*slot*/, const RunArgs& args, RunSink& sink) noexcept {
  try {
    sink.OnDone(Run(args));
  } catch (const std::exception& e) {
    sink.OnDone(RunError(e));
  }
}

std::vector<c10::IValue> CpuSession::Borrow(std::span<const TensorView> inputs) const {
  std::vector<c10::IValue> values;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const TensorView& view = inputs[i];
    const auto options = at::TensorOptions().dtype(*ToTorch(view.dtype));
    // An empty tensor has no address to borrow. What is read and what is written have one type there; inputs are only read.
    at::Tensor tensor = view.bytes.empty()
                            ? at::empty(view.shape, options)
                            : at::from_blob(const_cast<std::byte*>(view.bytes.data()), view.shape, options);
    values.emplace_back(program_.Writes(i) ? tensor.clone() : std::move(tensor));
  }
  return values;
}

Result<RunDone> CpuSession::Run(const RunArgs& args) {
  if (auto status = CheckInputs(signature(), args.inputs); !status) return status.error();
  if (auto status = CheckOutputs(signature(), args); !status) return status.error();
  if (args.stop.stop_requested()) return Error{ErrorCode::kCancelled, "stopped before it ran"};
  UseThreads(program_.setup().threads);
  const TimePoint begun = std::chrono::steady_clock::now();
  const std::vector<c10::IValue> inputs = Borrow(args.inputs);
  const auto outputs = program_.Call(inputs);
  if (!outputs) return outputs.error();
  RunDone done;
  done.engine_time = std::chrono::steady_clock::now() - begun;
  if (args.stop.stop_requested()) return Error{ErrorCode::kCancelled, "stopped while running"};
  const auto wanted = WantedOutputs(signature(), args);
  for (size_t i = 0; i < wanted.size(); ++i) {
    const at::Tensor& output = (*outputs)[wanted[i]];
    auto wrapped = Wrap(LiesIn(output, inputs) ? output.clone() : output, signature().outputs[wanted[i]].dtype,
                        i < args.outputs.size() ? args.outputs[i] : MutableView{});
    if (!wrapped) return wrapped.error();
    done.outputs.push_back(*std::move(wrapped));
  }
  return done;
}

}  // namespace crossdock::engine::libtorch
