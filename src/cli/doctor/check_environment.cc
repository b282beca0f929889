#include <fmt/format.h>

#include "cli/doctor/finding.h"
#include "cli/doctor/variables.h"

namespace crossdock::cli::doctor {
namespace {

/// CUDA_VISIBLE_DEVICES="" hides nothing where there is nothing.
bool Concerns(std::string_view name, const SystemFacts& facts) {
  const bool gpu_only = name.starts_with("CUDA_") || name.starts_with("NVIDIA_");
  return !gpu_only || facts.nvidia_gpus > 0 || name == "CUDA_LAUNCH_BLOCKING";
}

}  // namespace

void CheckEnvironment(const SystemFacts& facts, Findings& findings) {
  const double cores = EffectiveCores(facts.processor);
  bool clean = true;
  for (const auto& [name, value] : facts.environment) {
    const Variable* variable = FindVariable(name);
    const std::string advice = variable == nullptr || !Concerns(name, facts) ? "" : variable->advice(value, cores);
    if (advice.empty()) continue;
    findings.Advice("environment", fmt::format("{}={}", name, value), advice);
    clean = false;
  }
  if (clean) findings.Ok("environment", "nothing that slows down or changes results");
  if (facts.telemetry_off) {
    findings.Ok("telemetry", "off");
  } else {
    findings.Advice("telemetry", "ONNX Runtime would report", "set ORT_DISABLE_TELEMETRY=1");
  }
}

}  // namespace crossdock::cli::doctor
