#include <sys/mman.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <thread>
#include <utility>

#include "base/clock.h"
#include "base/guarded.h"
#include "engine/onnxruntime/environment.h"
#include "engine/onnxruntime/ort_session.h"

namespace crossdock::engine::onnxruntime {
namespace {

constexpr int64_t kArenaBytes = 64 << 20;
constexpr int64_t kMostElements = 1 << 12;
constexpr auto kLongestCall = std::chrono::milliseconds(500);

/// A file in memory, reached by a path.
class MemoryFile {
 public:
  MemoryFile(const uint8_t* data, size_t size) : descriptor_(memfd_create("model.onnx", 0)) {
    if (descriptor_ < 0 || write(descriptor_, data, size) != static_cast<ssize_t>(size)) std::abort();
  }
  ~MemoryFile() { close(descriptor_); }
  std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

class Outcome final : public RunSink {
 public:
  void OnDone(Result<RunDone> done) noexcept override {
    ++calls;
    if (!done && done.error().message.empty()) std::abort();
  }
  int calls = 0;
};

/// Zeros for every input, open dimensions 2; nothing for inputs that would be large.
Result<std::vector<Tensor>> Zeros(const Signature& signature) {
  std::vector<Tensor> inputs;
  for (const Port& port : signature.inputs) {
    Shape shape = port.shape;
    for (int64_t& dim : shape) dim = dim < 0 ? 2 : dim;
    const auto count = tensor::ElementCount(shape);
    if (!count || *count > kMostElements) return InvalidArgument("inputs", "too large");
    if (port.dtype == DType::kBytes) {
      inputs.push_back(Tensor::OfStrings(shape, std::vector<std::string_view>(static_cast<size_t>(*count), "x")));
      continue;
    }
    auto zeros = Tensor::Allocate(port.dtype, shape);
    if (!zeros) return zeros.error();
    std::ranges::fill(zeros->mutable_view().bytes, std::byte{0});
    inputs.push_back(*std::move(zeros));
  }
  return inputs;
}

/// Runs the model once; a loop without end is stopped.
void RunBriefly(Session& session) {
  const auto inputs = Zeros(session.signature());
  if (!inputs) return;
  std::vector<TensorView> views;
  for (const Tensor& input : *inputs) views.push_back(input.view());
  std::stop_source stop;
  RunArgs args;
  args.inputs = views;
  args.stop = stop.get_token();
  const std::jthread watch([&stop](std::stop_token ended) {
    RealClock clock;
    Guarded<bool> nothing(false);
    std::condition_variable_any signal;
    const TimePoint until = clock.Now() + kLongestCall;
    auto held = nothing.Lock();
    while (!ended.stop_requested() && clock.Now() < until) held.Wait(clock, signal, until, ended);
    if (!ended.stop_requested()) stop.request_stop();
  });
  Outcome outcome;
  session.Start(0, args, outcome);
  if (outcome.calls != 1) std::abort();
}

}  // namespace
}  // namespace crossdock::engine::onnxruntime

/// The loader of ONNX files under any bytes: an error with a text, or a session whose ports fit together and that answers a call once.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace crossdock::engine;
  static onnxruntime::Environment environment;
  const onnxruntime::MemoryFile file(data, size);
  LoadOptions options;
  options.streams = 1;
  options.arena_bytes = onnxruntime::kArenaBytes;
  options.optimization = "none";
  const auto session = onnxruntime::OrtSession::Create(environment, file.path(), options);
  if (session) {
    onnxruntime::RunBriefly(**session);
  } else if (session.error().message.empty()) {
    std::abort();
  }
  return 0;
}
