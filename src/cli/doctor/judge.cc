#include <algorithm>

#include "cli/doctor/finding.h"

namespace crossdock::cli::doctor {

const char* Name(Verdict verdict) {
  switch (verdict) {
    case Verdict::kOk: return "ok";
    case Verdict::kAdvice: return "advice";
    case Verdict::kProblem: return "problem";
  }
  return "ok";
}

double EffectiveCores(const Processor& processor) {
  const double allowed = std::max(1, processor.allowed > 0 ? processor.allowed : processor.online);
  return processor.quota ? std::min(allowed, *processor.quota) : allowed;
}

std::vector<Finding> Judge(const SystemFacts& facts) {
  constexpr void (*kChecks[])(const SystemFacts&, Findings&) = {CheckBuild,  CheckProcessor, CheckCores,
                                                                CheckMemory, CheckKernel,    CheckEnvironment,
                                                                CheckPlaces, CheckRuntimes,  CheckModels};
  Findings findings;
  for (const auto check : kChecks) check(facts, findings);
  return findings.lines();
}

Verdict Worst(std::span<const Finding> findings) {
  Verdict worst = Verdict::kOk;
  for (const Finding& finding : findings) worst = std::max(worst, finding.verdict);
  return worst;
}

}  // namespace crossdock::cli::doctor
