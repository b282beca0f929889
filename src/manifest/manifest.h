#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"

namespace crossdock::manifest {

/// One measured way of running the model.
struct Measurement {
  std::string runtime;  // "onnxruntime"
  std::string runtime_version;
  std::string processor;  // the machine's own name for it; figures of another processor are no figures
  int cores = 0;          // that this process might use
  int threads = 1;        // per call
  int batch = 1;          // rows in one call
  double p50_us = 0;      // of one call, microseconds
  double p95_us = 0;
};

/// What downstream relies on of one output.
struct OutputContract {
  std::string name;
  std::string dtype = "FP32";  // a name of the Open Inference Protocol
  std::vector<int64_t> shape;  // -1: any
};

/// errors  kInvalidArgument: an output without a name, or of no element type
Status ValidateOutputs(const std::vector<OutputContract>& outputs);

/// What is known of one version of a model beyond its file: `manifest.yaml` beside it. All of it may be absent.
struct Manifest {
  std::vector<std::string> required_features;  // of the processor, as /proc/cpuinfo spells them: "avx2", "avx512_vnni"
  std::optional<int> max_batch;                // declared instead of tried; 1: never batched
  std::optional<int> best_wait_us;             // of the mode `window`, found by `crossdock bench --sweep-wait`
  std::vector<OutputContract> outputs;
  std::vector<Measurement> measurements;
  Status Validate() const;
};

template <class V>
void Describe(Measurement& m, V& v) {
  v.Field("runtime", m.runtime, "inference runtime");
  v.Field("runtime_version", m.runtime_version, "its version");
  v.Field("processor", m.processor, "processor that it was measured on");
  v.Field("cores", m.cores, 0, 4096, "cores that could be used");
  v.Field("threads", m.threads, 1, 4096, "threads of one call");
  v.Field("batch", m.batch, 1, 4096, "rows in one call");
  v.Field("p50_us", m.p50_us, 0.0, 1e12, "median time of one call, microseconds");
  v.Field("p95_us", m.p95_us, 0.0, 1e12, "time that 95 % of the calls stay under, microseconds");
}

template <class V>
void Describe(OutputContract& o, V& v) {
  v.Field("name", o.name, "output of the model");
  v.Field("dtype", o.dtype, "element type: FP32, INT64, BYTES");
  v.Field("shape", o.shape, -1, int64_t{1} << 40, "dimensions, -1: any");
}

template <class V>
void Describe(Manifest& m, V& v) {
  v.Field("required_features", m.required_features, "processor features without which this version must not be loaded");
  v.Field("max_batch", m.max_batch, 1, 4096, "rows in one call, declared; nothing: tried at loading");
  v.Field(
      "best_wait_us", m.best_wait_us, 0, 1'000'000,
      "longest wait of the oldest row that measured best, microseconds; the mode window takes it where window_us is 0");
  v.Field("outputs", m.outputs, "outputs that downstream relies on: the version is refused without them");
  v.Field("measurements", m.measurements, "what was measured, where");
}

inline constexpr const char* kFileName = "manifest.yaml";

/// The manifest of a version's folder; nothing if there is none.
/// errors  kInvalidArgument: not a manifest, with file, line and key
Result<std::optional<Manifest>> ReadManifest(const std::filesystem::path& version_folder);
/// Replaces the manifest of a version's folder, whole or not at all.
/// errors  kUnavailable: cannot be written
Status WriteManifest(const std::filesystem::path& version_folder, const Manifest& manifest);

/// The features of the processor that this runs on, sorted; from the given text of /proc/cpuinfo.
std::vector<std::string> ProcessorFeatures(const std::filesystem::path& cpuinfo = "/proc/cpuinfo");
/// errors  kUnavailable (kModelFailed): names the features that are missing here
Status CheckFeatures(const Manifest& manifest, std::span<const std::string> present);

}  // namespace crossdock::manifest
