#include "engine/libtorch/cuda/cuda_session.h"

#include <chrono>
#include <utility>

#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAFunctions.h>
#include <c10/cuda/CUDAGuard.h>
#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include "engine/libtorch/cuda/completions.h"
#include "engine/libtorch/cuda/transfer.h"
#include "engine/libtorch/devices.h"
#include "engine/libtorch/errors.h"
#include "engine/libtorch/results.h"
#include "engine/port_check.h"

namespace crossdock::engine::libtorch {

int CudaDevices() { return static_cast<int>(c10::cuda::device_count()); }

Result<std::unique_ptr<Session>> MakeCudaSession(Program program) {
  try {
    return std::unique_ptr<Session>(std::make_unique<CudaSession>(std::move(program)));
  } catch (const std::exception& e) {
    return RunError(e);
  }
}

/// What is kept of a call until its end.
struct CudaSession::Call {
  CudaSession* session;
  RunSink* sink;
  TimePoint begun;
  std::vector<at::Tensor> outputs;  // page-locked
  std::vector<DType> dtypes;
  std::vector<MutableView> into;
};

CudaSession::CudaSession(Program program) : program_(std::move(program)) {
  const c10::DeviceIndex device = program_.setup().device.index();
  for (int i = 0; i < program_.setup().slots; ++i)
    slots_.push_back(std::make_unique<Slot>(c10::cuda::getStreamFromPool(false, device)));
}

CudaSession::~CudaSession() {
  auto running = running_.Lock();
  while (*running > 0) running.Wait(clock_, none_, TimePoint::max(), {});
}

std::vector<NodePlacement> CudaSession::placements() const {
  return {{fmt::format("CUDA:{}", static_cast<int>(program_.setup().device.index())), program_.nodes(), false}};
}

Status CudaSession::Check(const RunArgs& args) const {
  if (auto status = CheckInputs(signature(), args.inputs); !status) return status.error();
  if (auto status = CheckOutputs(signature(), args); !status) return status.error();
  if (args.stop.stop_requested()) return Error{ErrorCode::kCancelled, "stopped before it ran"};
  return {};
}

void CudaSession::Start(int slot_number, const RunArgs& args, RunSink& sink) noexcept {
  Slot& slot = *slots_[static_cast<size_t>(slot_number)];
  const TimePoint begun = std::chrono::steady_clock::now();
  if (auto status = Check(args); !status) return sink.OnDone(status.error());
  ++*running_.Lock();
  try {
    const c10::cuda::CUDAStreamGuard current(slot.stream);
    auto call = std::make_unique<Call>(Call{this, &sink, begun, {}, {}, {}});
    const auto outputs = Enqueue(slot, args.inputs);
    if (!outputs) return GiveUp(slot, sink, outputs.error());
    if (auto status = Download(slot, args, *outputs, *call); !status) return GiveUp(slot, sink, status.error());
    // cudaLaunchHostFunc would never call after a kernel has failed, and the call would never end.
    C10_CUDA_CHECK(cudaStreamAddCallback(slot.stream.stream(), &OnStreamReached, call.get(), 0));
    (void)call.release();  // the callback's now
  } catch (const std::exception& e) {
    GiveUp(slot, sink, RunError(e));
  }
}

Result<std::vector<at::Tensor>> CudaSession::Enqueue(Slot& slot, std::span<const TensorView> inputs) {
  if (program_.setup().graphs) {
    if (RecordedCall* const recorded = slot.graphs.Find(inputs, program_, slot.stream)) {
      Upload(inputs, recorded->inputs, slot.staging, slot.stream);
      recorded->graph->replay();
      return recorded->outputs;
    }
  }
  const std::vector<at::Tensor> uploaded = AllocateOnGpu(inputs, program_.setup().device);
  Upload(inputs, uploaded, slot.staging, slot.stream);
  return program_.Call({uploaded.begin(), uploaded.end()});
}

Status CudaSession::Download(Slot& slot, const RunArgs& args, const std::vector<at::Tensor>& outputs,
                             Call& call) const {
  for (const uint32_t port : WantedOutputs(signature(), args)) {
    const MutableView into = args.outputs.empty() ? MutableView{} : args.outputs[call.outputs.size()];
    if (!into.bytes.empty() && into.bytes.size() != outputs[port].nbytes()) {
      return InvalidArgument("outputs", fmt::format("{} bytes given for an output of {}", into.bytes.size(),
                                                    outputs[port].nbytes()));
    }
    call.outputs.push_back(libtorch::Download(outputs[port], slot.stream));
    call.dtypes.push_back(signature().outputs[port].dtype);
    call.into.push_back(into);
  }
  return {};
}

void CudaSession::GiveUp(Slot& slot, RunSink& sink, Error error) noexcept {
  (void)cudaStreamSynchronize(slot.stream.stream());  // what was enqueued still reads the slot's staging memory
  (void)cudaGetLastError();
  Leave();
  sink.OnDone(std::move(error));
}

void CudaSession::OnStreamReached(cudaStream_t /*stream*/, cudaError_t status, void* call) {
  std::unique_ptr<Call> ended(static_cast<Call*>(call));
  TheCompletions().Post([ended = std::move(ended), status]() mutable { End(std::move(ended), status); });
}

void CudaSession::End(std::unique_ptr<Call> call, cudaError_t status) {
  RunSink& sink = *call->sink;
  Result<RunDone> result = RunDone{};
  if (status != cudaSuccess) {
    result = Error{ErrorCode::kInternal, fmt::format("libtorch: {}", cudaGetErrorString(status))};
  } else {
    result->engine_time = std::chrono::steady_clock::now() - call->begun;
  }
  for (size_t i = 0; result && i < call->outputs.size(); ++i) {
    auto output = Wrap(call->outputs[i], call->dtypes[i], call->into[i]);
    if (output) {
      result->outputs.push_back(*std::move(output));
    } else {
      result = output.error();
    }
  }
  CudaSession& session = *call->session;
  call.reset();
  session.Leave();  // from here on the session may be gone
  sink.OnDone(std::move(result));
}

void CudaSession::Leave() {
  auto running = running_.Lock();
  if (--*running == 0) none_.notify_all();  // with the lock held: the destructor may go on as soon as it is released
}

}  // namespace crossdock::engine::libtorch
