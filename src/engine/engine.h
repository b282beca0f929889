#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "tensor/tensor.h"

/// The whole contract between the server and an inference runtime. Not a public ABI: server and plug-ins come from one build.
namespace crossdock::engine {

using tensor::DType;
using tensor::MutableView;
using tensor::Shape;
using tensor::Tensor;
using tensor::TensorView;

/// Which dimension of a port counts independent items. kNone: shared by the whole call, so the call cannot be split or joined.
enum class BatchAxis : int8_t { kNone = -1, kFirst = 0 };

struct Port {
  std::string name;
  DType dtype = DType::kF32;
  Shape shape;  // -1: any; for outputs a hint only, models are known to declare wrong ones
  BatchAxis batch = BatchAxis::kNone;
  bool any_rank = false;  // the file gives no shape at all; `shape` is then empty without meaning a scalar
};

/// What the model file says of itself. Runtimes leave every `batch` at kNone: `model` tries batchability and fills it in.
struct Signature {
  std::vector<Port> inputs;
  std::vector<Port> outputs;
  std::map<std::string, std::string> metadata;  // the file's own key-value pairs, e.g. an OCR dictionary
};

struct RunArgs {
  std::span<const TensorView> inputs;        // in signature order; borrowed until OnDone
  std::span<const uint32_t> wanted_outputs;  // indices into Signature::outputs, ascending; empty: all
  std::span<const MutableView> outputs;      // one per wanted output, or empty; an empty `bytes`: the runtime allocates
  std::stop_token stop;                      // best effort: a runtime that can interrupt a call does
};

struct RunDone {
  std::vector<Tensor> outputs;  // one per wanted output; holds the session's memory alive, row 0 first
  Nanos engine_time{0};         // wall time inside the runtime
};

/// Who is told of a call's end. Called from the slot's thread (CPU) or the runtime's callback thread (CUDA).
class RunSink {
 public:
  virtual ~RunSink() = default;
  /// A part of a streamed answer; most models never call it.
  // NOLINTNEXTLINE(performance-unnecessary-value-param): who overrides it takes the part over
  virtual void OnPart(Tensor /*part*/) noexcept {}
  /// Exactly once per Start.
  virtual void OnDone(Result<RunDone> done) noexcept = 0;
};

struct NodePlacement {
  std::string provider;  // "CPUExecutionProvider"
  int nodes = 0;
  bool fallback = false;  // not the provider that the configuration asked for first
};

/// One loaded model inside one runtime. Every method may be called from any thread.
class Session {
 public:
  virtual ~Session() = default;  // waits for running calls
  virtual const Signature& signature() const = 0;
  /// Calls that may run at once, each on a slot of its own: streams, or callers allowed. The runtime queues nothing behind them.
  virtual int slots() const = 0;
  /// Runs the model once. CPU: inline, on the calling thread; others return at once and call the sink later.
  /// slot    in [0, slots()), used by one call at a time; anything else is a programming error
  /// errors  (through the sink) kInvalidArgument: shape or dtype against the model; kResourceExhausted: out of memory;
  ///         kCancelled: stopped; kInternal: the runtime's own text
  virtual void Start(int slot, const RunArgs& args, RunSink& sink) noexcept = 0;
  /// Whether the first call of each shape compiles something and is slow for that. Else one call of the largest shape readies all.
  virtual bool compiles_for_shapes() const { return true; }
  /// Where the runtime put the model's nodes; empty when it does not say.
  virtual std::vector<NodePlacement> placements() const { return {}; }
};

struct ProviderOption {
  std::string name;  // "CPU", "CUDA", "TensorRT": the runtime's own provider names, without the suffix
  std::map<std::string, std::string> options;
};

/// Options that matter; anything else goes by `hints`, checked by the runtime (an unknown key is an error, not ignored).
struct LoadOptions {
  int threads = 1;                        // per call
  int streams = 0;                        // calls at once; 0: as many as the machine has cores for this process
  bool spinning = false;                  // busy-wait between operators; costs the whole machine, see docs
  std::string precision_hint;             // "", "f32", "f16", "bf16"
  std::string performance_hint;           // "", "latency", "throughput" (OpenVINO)
  int64_t arena_bytes = 0;                // arena or workspace limit; 0: the runtime's own
  std::string optimization = "all";       // "none", "basic", "extended", "all"
  std::vector<ProviderOption> providers;  // in order of preference; empty: CPU
  std::vector<std::filesystem::path> custom_op_libraries;
  std::vector<std::filesystem::path> extensions;
  std::map<std::string, std::string> hints;  // runtime-specific key-value pairs
  // Ports of a file that does not say them itself; runtimes whose files do refuse them.
  std::vector<Port> inputs;
  std::vector<Port> outputs;
};

/// What a runtime made of a model and can be loaded from instead of the file: an optimized graph, a compiled blob. Good for the same bytes
/// of the model, options, runtime version, processor and build, and for nothing else; whoever keeps it answers for that, and for every
/// bit: vendors do not check what they read.
struct KeptModel {
  std::shared_ptr<const void> owner;      // of `bytes`; a session that reads them in place holds it
  std::span<const std::byte> bytes;       // as LoadAndKeep wrote them, aligned to 64
  Signature signature;                    // of the session that was kept: not every runtime's form holds all of it
  std::vector<NodePlacement> placements;  // of that session
};

/// A runtime: loads models. One object per process, made by the plug-in's exported symbol.
class Runtime {
 public:
  virtual ~Runtime() = default;
  virtual std::string_view name() const = 0;     // "onnxruntime"
  virtual std::string_view version() const = 0;  // the vendor library's own
  /// Execution providers or devices that can be asked for here, best first: {"CPU"}.
  virtual std::vector<std::string> providers() const = 0;
  /// Loads a model file. Takes seconds; not for the hot path.
  /// errors  kNotFound: file; kInvalidArgument: not a model, opset, operator, provider (lists what is there), option; kInternal
  virtual Result<std::unique_ptr<Session>> Load(const std::filesystem::path& model, const LoadOptions& options) = 0;

  /// Whether models loaded with these options can be kept for later starts.
  virtual bool CanKeep(const LoadOptions& /*options*/) const { return false; }
  /// Loads as Load does, and writes what LoadKept takes to `into`, a file that is not there yet.
  /// errors  as Load; kUnimplemented: nothing can be kept; also where only the writing failed, so that Load may still do
  virtual Result<std::unique_ptr<Session>> LoadAndKeep(const std::filesystem::path& model, const LoadOptions& options,
                                                       const std::filesystem::path& into);
  /// Loads what LoadAndKeep wrote.
  /// errors  kUnimplemented: nothing can be kept; anything else: the runtime refuses it, so that the file must be loaded anew
  virtual Result<std::unique_ptr<Session>> LoadKept(const KeptModel& kept, const LoadOptions& options);
};

/// What a plug-in's `crossdock_engine` symbol returns: a runtime that lives until the process ends, or an error's text.
struct PluginEntry {
  Runtime* runtime = nullptr;
  const char* error = nullptr;
};
inline constexpr uint32_t kPluginAbi = 2;
/// extern "C" PluginEntry crossdock_engine(uint32_t abi, const char* build_id);
using PluginSymbol = PluginEntry (*)(uint32_t abi, const char* build_id);

/// Runs one call and waits for its end: for warm-up, checks and tools, not for the server's path.
Result<RunDone> RunOnce(Session& session, std::span<const TensorView> inputs, int slot = 0);

/// The runtimes of this build, by name: what can be asked for, opened or not.
std::vector<std::string> RuntimeNames();
/// Which build this is, as far as what a runtime makes of a model depends on it: the contract, the compiler, and the sources of the
/// runtimes and of loading. 16 hexadecimal digits each.
std::string_view BuildId();
std::string_view SourcesId();
/// Opens the runtime's shared library on first use, from `lib/engines` beside the program, and keeps it for ever. Any thread.
/// errors  kNotFound: no such runtime (lists those there are), or the library cannot be opened (the loader's text)
Result<Runtime*> OpenRuntime(std::string_view name);

}  // namespace crossdock::engine
