#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/engine.h"
#include "model/picture_config.h"
#include "schedule/batching_config.h"

namespace crossdock::model {

/// A port as written in model.yaml, for files that do not say theirs.
struct DeclaredPort {
  std::string name;
  std::string dtype = "FP32";  // a name of the Open Inference Protocol
  std::vector<int64_t> shape;  // -1: any
};

/// `models/<name>/model.yaml`. Every field has a default: a bare .onnx file needs no configuration.
struct ModelConfig {
  std::string runtime;  // empty: by the file's kind
  engine::LoadOptions options;
  schedule::BatchingConfig batching;
  std::string tier = "normal";                    // of requests that do not say their own
  int deadline_ms = 0;                            // of requests that do not say their own; 0: the server's default
  std::vector<std::vector<int64_t>> warm_shapes;  // buckets: shapes of the first input without its batch dimension
  std::string version_policy = "latest";          // "latest", "latest 2", "all", or a list of numbers: "1,3"
  std::vector<std::string> allowed_changes;       // ports that a new version may change while another serves
  std::string load = "start";                     // "start", or "idle": when nothing else is to be done
  int load_priority = 0;                          // among models of one tier: higher loads earlier
  std::vector<DeclaredPort> inputs;               // of files that do not say theirs: TorchScript
  std::vector<DeclaredPort> outputs;
  std::optional<PictureConfig> picture;  // clients may send pictures
  Status Validate() const;
};

/// What the runtime is loaded with: the options, and the declared ports among them.
engine::LoadOptions LoadOptionsOf(const ModelConfig& config);

template <class Visitor>
void Describe(DeclaredPort& p, Visitor& v) {
  v.Field("name", p.name, "name: of an input, that of forward's argument; of a dictionary's output, its key");
  v.Field("dtype", p.dtype, "element type: FP32, FP16, INT64");
  v.Field("shape", p.shape, -1, int64_t{1} << 40, "dimensions, -1: any; the first is the batch, if there is one");
}

template <class Visitor>
void Describe(ModelConfig& c, Visitor& v) {
  v.Field(
      "runtime", c.runtime,
      "onnxruntime, openvino, libtorch or fake; empty: by the file's kind (.onnx: onnxruntime, .xml: openvino, .pt: "
      "libtorch)");
  v.Field("threads", c.options.threads, 1, 1024, "threads of one engine call");
  v.Field("streams", c.options.streams, 0, 1024, "engine calls at once; 0: as many as the process has cores");
  v.Field("spinning", c.options.spinning,
          "let idle engine threads busy-wait; costs other models a third of the machine");
  v.Field("precision", c.options.precision_hint, {"", "f32", "f16", "bf16"},
          "precision of the computation; empty: the runtime's choice");
  v.Field("performance", c.options.performance_hint, {"", "latency", "throughput"}, "hint for runtimes that take one");
  v.Field("arena_bytes", c.options.arena_bytes, 0, int64_t{1} << 50,
          "limit of the runtime's arena or workspace; 0: none");
  v.Field("optimization", c.options.optimization, {"none", "basic", "extended", "all"},
          "how far the runtime rewrites the graph");
  v.Field("providers", c.options.providers, "execution providers or devices by preference; empty: CPU");
  v.Field("custom_op_libraries", c.options.custom_op_libraries, "shared libraries with operators of your own");
  v.Field("extensions", c.options.extensions, "runtime extensions to load");
  v.Field("hints", c.options.hints, "further options in the runtime's own words; an unknown one is an error");
  v.Field("batching", c.batching, "how batches are collected");
  v.Field("tier", c.tier, {"critical", "normal", "batch"}, "tier of requests that do not say their own");
  v.Field("deadline_ms", c.deadline_ms, 0, 86'400'000,
          "deadline of requests that do not say their own, milliseconds; 0: the server's");
  v.Field("warm_shapes", c.warm_shapes, "shape buckets to warm: shapes of the first input without its batch dimension");
  v.Field("version_policy", c.version_policy,
          "which versions serve: latest, the latest few (latest 2), all, or numbers (1,3)");
  v.Field("allowed_changes", c.allowed_changes,
          "inputs and outputs that a new version may rename, retype or reshape while another serves; without it, it is "
          "refused");
  v.Field("load", c.load, {"start", "idle"},
          "start: with the server, which is not ready before; idle: later, when no call has run for a while");
  v.Field("load_priority", c.load_priority, -1000, 1000,
          "order of loading: critical models first, then normal, then batch; within a tier the higher number first");
  v.Field("inputs", c.inputs,
          "ports of files that do not say theirs (TorchScript), in the order of forward's arguments");
  v.Field("outputs", c.outputs, "the same, in the order in which forward returns them");
  v.Field("picture", c.picture,
          "how pictures become an input's rows: clients may then send pictures, as BYTES or as the body");
}

}  // namespace crossdock::model

namespace crossdock::engine {

template <class Visitor>
void Describe(ProviderOption& c, Visitor& v) {
  v.Field("name", c.name, "the runtime's own name without \"ExecutionProvider\": CPU, CUDA, TensorRT");
  v.Field("options", c.options, "the provider's own options");
}

}  // namespace crossdock::engine
