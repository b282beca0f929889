#include <algorithm>

#include <fmt/ranges.h>

#include "cli/doctor/finding.h"

namespace crossdock::cli::doctor {
namespace {

bool Used(const SystemFacts& facts, const std::string& runtime) {
  return std::any_of(facts.models.begin(), facts.models.end(),
                     [&](const Model& model) { return model.runtime == runtime; });
}

bool Accelerated(const Runtime& runtime) {
  return std::any_of(runtime.providers.begin(), runtime.providers.end(), [](const std::string& name) {
    return name.starts_with("CUDA") || name.starts_with("TensorRT") || name.starts_with("GPU");
  });
}

void CheckRuntime(const SystemFacts& facts, const Runtime& runtime, Findings& findings) {
  const std::string subject = fmt::format("runtime {}", runtime.name);
  if (runtime.problem.empty()) {
    return findings.Ok(subject, fmt::format("{}; {}", runtime.version, fmt::join(runtime.providers, ", ")));
  }
  if (Used(facts, runtime.name)) {
    findings.Problem(subject, runtime.problem,
                     "models of the configuration need it: install it, or give them another runtime");
  } else {
    findings.Advice(subject, runtime.problem, "no model needs it now; install it before one does");
  }
}

void CheckAcceleration(const SystemFacts& facts, Findings& findings) {
  const bool any = std::any_of(facts.runtimes.begin(), facts.runtimes.end(), Accelerated);
  if (facts.nvidia_gpus == 0) return findings.Ok("acceleration", "no GPU here; the processor computes");
  if (any) return findings.Ok("acceleration", fmt::format("{} GPU, and a runtime that uses it", facts.nvidia_gpus));
  findings.Advice("acceleration", fmt::format("{} GPU, but no runtime here can use it", facts.nvidia_gpus),
                  "install a build of ONNX Runtime with the CUDA provider, or of LibTorch with CUDA, and ask for it: "
                  "providers: [{name: CUDA}]");
}

void CheckTbb(const SystemFacts& facts, Findings& findings) {
  if (facts.tbb.empty()) return;
  const std::string found = fmt::format("{}", fmt::join(facts.tbb, ", "));
  const bool openvino = std::any_of(facts.runtimes.begin(), facts.runtimes.end(), [](const Runtime& runtime) {
    return runtime.name == "openvino" && runtime.problem.empty();
  });
  const bool of_system = std::any_of(facts.tbb.begin(), facts.tbb.end(),
                                     [](const std::string& path) { return path.starts_with("/usr/"); });
  if (openvino && of_system) {
    findings.Advice("libtbb", found,
                    "OpenVINO got the system's library instead of the newer one it was tested with: put its folder "
                    "first on the run path");
  } else {
    findings.Ok("libtbb", found);
  }
}

}  // namespace

void CheckRuntimes(const SystemFacts& facts, Findings& findings) {
  if (facts.runtimes.empty()) {
    findings.Problem("runtimes", "none",
                     "the plug-ins lie in lib/engines beside the program: install the whole folder");
  }
  for (const Runtime& runtime : facts.runtimes) CheckRuntime(facts, runtime, findings);
  CheckAcceleration(facts, findings);
  CheckTbb(facts, findings);
}

}  // namespace crossdock::cli::doctor
