#include "engine/libtorch/cuda/cuda_session.h"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include <c10/core/InferenceMode.h>
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAFunctions.h>
#include <c10/cuda/CUDAGuard.h>
#include <fmt/format.h>

#include "engine/cores.h"
#include "engine/libtorch/cuda/transfer.h"
#include "engine/libtorch/devices.h"
#include "engine/libtorch/errors.h"
#include "engine/libtorch/results.h"
#include "engine/port_check.h"

namespace crossdock::engine::libtorch {

namespace {

// Inputs of so many bytes take about a millisecond to bring.
constexpr size_t kLarge = size_t{8} << 20;
constexpr int kCopyHelpers = 3;

}  // namespace

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
  Slot* slot;
  RunSink* sink;
  TimePoint begun;
  std::vector<Shape> shapes;  // of the inputs
  bool large = false;
  std::vector<uint32_t> wanted;
  std::vector<MutableView> into;
  RecordedCall* recorded = nullptr;
  std::vector<at::Tensor> inputs;   // on the GPU, where nothing is recorded
  std::vector<at::Tensor> outputs;  // in page-locked memory, one per wanted output
};

CudaSession::CudaSession(Program program)
    : program_(std::move(program)), copiers_(std::clamp(AvailableCores() - 1, 0, kCopyHelpers)) {
  const c10::DeviceIndex device = program_.setup().device.index();
  for (int i = 0; i < program_.setup().slots; ++i) slots_.push_back(std::make_unique<Slot>(device));
  if (program_.Recordable()) graphs_.emplace(program_, program_.setup().slots);
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
  const TimePoint begun = std::chrono::steady_clock::now();
  if (auto status = Check(args); !status) return sink.OnDone(status.error());
  auto call = std::make_unique<Call>();
  call->session = this;
  call->slot = slots_[static_cast<size_t>(slot_number)].get();
  call->sink = &sink;
  call->begun = begun;
  call->wanted = WantedOutputs(signature(), args);
  call->into = {args.outputs.begin(), args.outputs.end()};
  size_t bytes = 0;
  for (const TensorView& input : args.inputs) {
    call->shapes.push_back(input.shape);
    bytes += input.bytes.size();
  }
  call->large = bytes >= kLarge;
  if (graphs_) call->recorded = graphs_->Find(call->shapes, slot_number);
  ++*running_.Lock();
  try {
    Upload(args.inputs, *call);
  } catch (const std::exception& e) {
    Settle(*call);
    Leave();
    return sink.OnDone(RunError(e));
  }
  launcher_.Post([call = std::move(call)]() mutable { call->session->Launch(std::move(call)); });
}

void CudaSession::Upload(std::span<const TensorView> inputs, Call& call) {
  const c10::InferenceMode inference;
  const c10::cuda::CUDAStreamGuard current(call.slot->stream.get());
  if (call.recorded == nullptr) call.inputs = AllocateOnGpu(call.shapes, signature().inputs, program_.setup().device);
  libtorch::Upload(inputs, call.recorded != nullptr ? call.recorded->inputs : call.inputs, call.slot->staging, copiers_,
                   call.slot->stream.get());
}

void CudaSession::Launch(std::unique_ptr<Call> call) noexcept {
  const auto fail = [this, &call](Error error) {
    Settle(*call);
    // Not from here: the sink may destroy the session, and with it this thread.
    EndsThread().Post([this, &sink = *call->sink, error = std::move(error)] {
      Leave();
      sink.OnDone(error);
    });
  };
  bool again = false;
  std::vector<Shape> shapes;
  try {
    const c10::cuda::CUDAStreamGuard current(call->slot->stream.get());
    if (call->large) WaitForLargeCallBefore(*call);
    const auto outputs = Enqueue(*call);
    if (!outputs) return fail(outputs.error());
    if (call->large) C10_CUDA_CHECK(cudaEventRecord(call->slot->computed.raw(), call->slot->stream.raw()));
    if (auto status = Download(*outputs, *call); !status) return fail(status.error());
    again = graphs_ && call->recorded == nullptr;
    if (again) shapes = call->shapes;
    // cudaLaunchHostFunc would never call after a kernel has failed, and the call would never end.
    C10_CUDA_CHECK(cudaStreamAddCallback(call->slot->stream.raw(), &OnStreamReached, call.get(), 0));
    (void)call.release();  // the callback's now
  } catch (const std::exception& e) {
    return fail(RunError(e));
  }
  // After the call's end the session may go, but it waits for this thread.
  if (again) graphs_->Ran(shapes);
}

/// Large calls compute one after the other. Side by side they would share the GPU and end together, and it would stand still while
/// both bring their next inputs.
void CudaSession::WaitForLargeCallBefore(const Call& call) {
  if (latest_large_ != nullptr && latest_large_ != call.slot)
    C10_CUDA_CHECK(cudaStreamWaitEvent(call.slot->stream.raw(), latest_large_->computed.raw(), 0));
  latest_large_ = call.slot;
}

Result<std::vector<at::Tensor>> CudaSession::Enqueue(Call& call) {
  if (call.recorded != nullptr) {
    call.recorded->graph->replay();
    return call.recorded->outputs;
  }
  // What is freed here is used again by this stream alone, after these kernels.
  const std::vector<at::Tensor> inputs = std::exchange(call.inputs, {});
  return program_.Call({inputs.begin(), inputs.end()});
}

Status CudaSession::Download(const std::vector<at::Tensor>& outputs, Call& call) const {
  for (size_t i = 0; i < call.wanted.size(); ++i) {
    const at::Tensor& output = outputs[call.wanted[i]];
    if (i < call.into.size() && !call.into[i].bytes.empty() && call.into[i].bytes.size() != output.nbytes()) {
      return InvalidArgument(
          "outputs", fmt::format("{} bytes given for an output of {}", call.into[i].bytes.size(), output.nbytes()));
    }
    call.outputs.push_back(libtorch::Download(output, call.slot->stream.get()));
  }
  return {};
}

void CudaSession::OnStreamReached(cudaStream_t /*stream*/, cudaError_t status, void* call) {
  EndsThread().Post([call = std::unique_ptr<Call>(static_cast<Call*>(call)), status]() mutable {
    RunSink& sink = *call->sink;
    CudaSession& session = *call->session;
    Result<RunDone> result = Finish(*call, status);
    call.reset();
    session.Leave();  // from here on the session may be gone
    sink.OnDone(std::move(result));
  });
}

Result<RunDone> CudaSession::Finish(const Call& call, cudaError_t status) {
  if (status != cudaSuccess)
    return Error{ErrorCode::kInternal, fmt::format("libtorch: {}", cudaGetErrorString(status))};
  RunDone done;
  done.engine_time = std::chrono::steady_clock::now() - call.begun;
  for (size_t i = 0; i < call.outputs.size(); ++i) {
    auto output = Wrap(call.outputs[i], call.session->signature().outputs[call.wanted[i]].dtype,
                       i < call.into.size() ? call.into[i] : MutableView{});
    if (!output) return output.error();
    done.outputs.push_back(*std::move(output));
  }
  return done;
}

void CudaSession::Settle(const Call& call) noexcept {
  (void)cudaStreamSynchronize(call.slot->stream.raw());
  (void)cudaGetLastError();
}

void CudaSession::Leave() {
  auto running = running_.Lock();
  if (--*running == 0) none_.notify_all();  // with the lock held: the destructor may go on as soon as it is released
}

}  // namespace crossdock::engine::libtorch
