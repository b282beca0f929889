#include "engine/fake/fake_session.h"

#include <algorithm>
#include <cstring>
#include <exception>
#include <utility>

#include <fmt/format.h>

#include "engine/fake/compute.h"
#include "engine/port_check.h"

namespace crossdock::engine::fake {
namespace {

/// Puts an output where the caller wants it.
Status PlaceIn(const MutableView& memory, Tensor& output) {
  if (memory.bytes.empty()) return {};
  const auto bytes = output.view().bytes;
  if (memory.bytes.size() != bytes.size()) {
    return InvalidArgument("outputs",
                           fmt::format("{} bytes given for an output of {}", memory.bytes.size(), bytes.size()));
  }
  std::memcpy(memory.bytes.data(), bytes.data(), bytes.size());
  output = Tensor(output.dtype(), output.shape(), nullptr, memory.bytes);
  return {};
}

}  // namespace

FakeSession::FakeSession(FakeModel model, Clock& clock)
    : model_(std::move(model)), signature_{model_.inputs, model_.outputs, model_.metadata}, clock_(clock) {
  usage_.Lock()->busy.resize(static_cast<size_t>(model_.slots), false);
}

FakeSession::~FakeSession() {
  auto usage = usage_.Lock();
  while (usage->running > 0) usage.Wait(clock_, changed_, TimePoint::max(), {});
}

void FakeSession::Start(int slot, const RunArgs& args, RunSink& sink) noexcept {
  try {
    sink.OnDone(Run(slot, args));
  } catch (const std::exception& e) {
    sink.OnDone(Error{ErrorCode::kInternal, fmt::format("fake: {}", e.what())});
  }
}

Result<RunDone> FakeSession::Run(int slot, const RunArgs& args) {
  if (auto status = CheckInputs(signature_, args.inputs); !status) return status.error();
  if (auto status = CheckOutputs(signature_, args); !status) return status.error();
  if (auto status = Claim(slot); !status) return status.error();
  const TimePoint started = clock_.Now();
  const int64_t rows = RowsOf(args.inputs[0]);
  const bool finished = WaitUntil(started + model_.Latency(rows), args.stop);
  const TimePoint ended = clock_.Now();
  Give({slot, rows, started, ended});
  if (!finished) return Error{ErrorCode::kCancelled, "stopped while running"};

  auto outputs = ComputeOutputs(model_, args.inputs, WantedOutputs(signature_, args));
  if (!outputs) return outputs.error();
  for (size_t i = 0; i < args.outputs.size(); ++i) {
    if (auto status = PlaceIn(args.outputs[i], (*outputs)[i]); !status) return status.error();
  }
  return RunDone{*std::move(outputs), ended - started};
}

Status FakeSession::Claim(int slot) {
  auto usage = usage_.Lock();
  if (slot < 0 || slot >= model_.slots || usage->busy[static_cast<size_t>(slot)]) {
    return Error{ErrorCode::kInternal,
                 fmt::format("slot {} of {} is not there or in use: the caller's bug", slot, model_.slots)};
  }
  usage->busy[static_cast<size_t>(slot)] = true;
  usage->most_running = std::max(usage->most_running, ++usage->running);
  return {};
}

void FakeSession::Give(const Call& call) {
  auto usage = usage_.Lock();
  usage->busy[static_cast<size_t>(call.slot)] = false;
  --usage->running;
  usage->calls.push_back(call);
  changed_.notify_all();  // with the lock held: the destructor may go on as soon as it is released
}

bool FakeSession::WaitUntil(TimePoint until, const std::stop_token& stop) {
  auto usage = usage_.Lock();
  while (clock_.Now() < until) {
    if (stop.stop_requested()) return false;
    usage.Wait(clock_, changed_, until, stop);
  }
  return true;
}

std::vector<Call> FakeSession::calls() const { return usage_.Lock()->calls; }
int FakeSession::running() const { return usage_.Lock()->running; }
int FakeSession::most_running() const { return usage_.Lock()->most_running; }

}  // namespace crossdock::engine::fake
