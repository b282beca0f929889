#include <algorithm>
#include <string>
#include <vector>

#include <fmt/ranges.h>

#include "cli/doctor/finding.h"

namespace crossdock::cli::doctor {
namespace {

void CheckProviders(const SystemFacts& facts, const Model& model, Findings& findings) {
  const auto runtime = std::find_if(facts.runtimes.begin(), facts.runtimes.end(),
                                    [&](const Runtime& r) { return r.name == model.runtime; });
  if (runtime == facts.runtimes.end()) {
    findings.Problem(fmt::format("model {}", model.name),
                     fmt::format("wants the runtime \"{}\", which is not here", model.runtime),
                     "install it, or give the model another runtime");
    return;
  }
  if (!runtime->problem.empty()) return;  // said already
  for (const std::string& provider : model.providers) {
    const auto& there = runtime->providers;
    if (std::find(there.begin(), there.end(), provider) != there.end()) continue;
    findings.Problem(fmt::format("model {}", model.name),
                     fmt::format("wants the provider {}, which {} lacks", provider, model.runtime),
                     fmt::format("there are: {}", fmt::join(there, ", ")));
  }
}

}  // namespace

void CheckModels(const SystemFacts& facts, Findings& findings) {
  if (facts.models.empty()) {
    if (!facts.configuration.empty())
      findings.Advice("models", "none", "put NAME.onnx or NAME/1/model.onnx into the model repository");
    return;
  }
  std::vector<std::string> readable;
  std::vector<std::string> unbounded;
  for (const Model& model : facts.models) {
    if (model.problem.empty()) {
      readable.push_back(model.name);
    } else {
      findings.Problem(fmt::format("model {}", model.name), model.problem, "mend it, or take the model out");
    }
    if (model.arena_bytes == 0) unbounded.push_back(model.name);
    CheckProviders(facts, model, findings);
  }
  if (!readable.empty()) findings.Ok("models", fmt::format("{}", fmt::join(readable, ", ")));
  if (unbounded.empty()) return findings.Ok("arena budgets", "set for every model");
  findings.Advice("arena budgets", fmt::format("unset for {}", fmt::join(unbounded, ", ")),
                  "an arena keeps what its largest call needed: set its arena_bytes, so that one large picture "
                  "cannot take the memory");
}

}  // namespace crossdock::cli::doctor
