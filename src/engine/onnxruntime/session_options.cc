#include "engine/onnxruntime/session_options.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/onnxruntime/providers.h"
#include "engine/port_check.h"

namespace crossdock::engine::onnxruntime {
namespace {

constexpr int kMaxThreads = 1024;

/// Entries of onnxruntime_session_options_config_keys.h that make sense in a server; telemetry and debugging ones are left out.
constexpr std::array kKnownEntries = {
    "session.disable_prepacking",
    "session.load_model_format",
    "session.set_denormal_as_zero",
    "session.disable_quant_qdq",
    "session.disable_double_qdq_remover",
    "session.enable_quant_qdq_cleanup",
    "session.disable_aot_function_inlining",
    "session.use_device_allocator_for_initializers",
    "session.qdqisint8allowed",
    "session.x64quantprecision",
    "session.dynamic_block_base",
    "session.force_spinning_stop",
    "session.strict_shape_type_inference",
    "session.allow_released_opsets_only",
    "session.intra_op_thread_affinities",
    "session.disable_cpu_ep_fallback",
    "session.model_external_initializers_file_folder_path",
    "session.qdq_matmulnbits_accuracy_level",
    "optimization.enable_gelu_approximation",
    "optimization.disable_specified_optimizers",
    "mlas.enable_gemm_fastmath_arm64_bfloat16",
    "ep.context_enable",
    "ep.context_file_path",
    "ep.context_embed_mode",
};

std::optional<GraphOptimizationLevel> ParseLevel(std::string_view name) {
  if (name == "none") return ORT_DISABLE_ALL;
  if (name == "basic") return ORT_ENABLE_BASIC;
  if (name == "extended") return ORT_ENABLE_EXTENDED;
  if (name == "all") return ORT_ENABLE_ALL;
  return std::nullopt;
}

/// What this runtime has no counterpart for is refused rather than ignored.
Status RefuseForeign(const LoadOptions& options) {
  if (!options.precision_hint.empty() && options.precision_hint != "f32") {
    return InvalidArgument(
        "precision_hint",
        fmt::format("onnxruntime computes in the model's own precision, not in '{}'", options.precision_hint));
  }
  if (!options.performance_hint.empty())
    return InvalidArgument("performance_hint", "onnxruntime has none: set threads and streams");
  if (!options.extensions.empty())
    return InvalidArgument("extensions", "onnxruntime takes custom_op_libraries, not extensions");
  return RefuseDeclaredPorts(options, "onnxruntime");
}

Status ApplyHint(const std::string& key, const std::string& value, Ort::SessionOptions& out) {
  if (key == "memory_pattern" && (value == "on" || value == "off")) {
    value == "on" ? out.EnableMemPattern() : out.DisableMemPattern();
    return {};
  }
  if (std::find(kKnownEntries.begin(), kKnownEntries.end(), key) == kKnownEntries.end()) {
    return InvalidArgument(
        "hints", fmt::format("onnxruntime takes no hint '{}' = '{}'; there are: memory_pattern (on, off), {}", key,
                             value, fmt::join(kKnownEntries, ", ")));
  }
  out.AddConfigEntry(key.c_str(), value.c_str());
  return {};
}

Status RegisterCustomOps(const LoadOptions& options, Ort::SessionOptions& out) {
  for (const auto& library : options.custom_op_libraries) {
    try {
      out.RegisterCustomOpsLibrary(library.c_str());
    } catch (const Ort::Exception& e) {
      return InvalidArgument("custom_op_libraries", fmt::format("{}: {}", library.string(), e.what()));
    }
  }
  return {};
}

}  // namespace

Result<Ort::SessionOptions> MakeSessionOptions(const LoadOptions& options) {
  if (auto status = RefuseForeign(options); !status) return status.error();
  if (options.threads < 1 || options.threads > kMaxThreads) {
    return InvalidArgument("threads", fmt::format("{} threads; 1 to {} are possible", options.threads, kMaxThreads));
  }
  if (options.arena_bytes < 0) return InvalidArgument("arena_bytes", "less than no memory");
  const auto level = ParseLevel(options.optimization);
  if (!level)
    return InvalidArgument("optimization",
                           fmt::format("'{}' is none of none, basic, extended, all", options.optimization));

  Ort::SessionOptions out;
  out.SetIntraOpNumThreads(options.threads);
  out.SetInterOpNumThreads(1);
  out.SetExecutionMode(ORT_SEQUENTIAL);
  out.SetGraphOptimizationLevel(*level);
  out.AddConfigEntry("session.intra_op.allow_spinning", options.spinning ? "1" : "0");
  out.AddConfigEntry("session.inter_op.allow_spinning", "0");
  out.AddConfigEntry("session.use_env_allocators", "1");
  for (const auto& [key, value] : options.hints) {
    if (auto status = ApplyHint(key, value, out); !status) return status.error();
  }
  if (auto status = RegisterCustomOps(options, out); !status) return status.error();
  if (auto status = AppendProviders(options.providers, out); !status) return status.error();
  return out;
}

void WriteOptimizedTo(const std::filesystem::path& file, Ort::SessionOptions& options) {
  options.SetOptimizedModelFilePath(file.c_str());
  options.AddConfigEntry("session.save_model_format", "ORT");
}

void ReadOptimized(Ort::SessionOptions& options) {
  options.SetGraphOptimizationLevel(ORT_DISABLE_ALL);
  options.AddConfigEntry("session.load_model_format", "ORT");
  options.AddConfigEntry("session.use_ort_model_bytes_directly", "1");
  options.AddConfigEntry("session.use_ort_model_bytes_for_initializers", "1");
}

}  // namespace crossdock::engine::onnxruntime
