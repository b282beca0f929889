#include "cli/doctor/report.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace crossdock::cli::doctor {
namespace {

const char* Label(Verdict verdict) {
  switch (verdict) {
    case Verdict::kOk: return "OK";
    case Verdict::kAdvice: return "ADVICE";
    case Verdict::kProblem: return "PROBLEM";
  }
  return "";
}

}  // namespace

std::string ReportText(std::span<const Finding> findings) {
  std::string text;
  int advice = 0;
  int problems = 0;
  for (const Finding& finding : findings) {
    text += fmt::format("{:8}{}: {}\n", Label(finding.verdict), finding.subject, finding.found);
    if (!finding.to_do.empty()) text += fmt::format("        -> {}\n", finding.to_do);
    advice += finding.verdict == Verdict::kAdvice ? 1 : 0;
    problems += finding.verdict == Verdict::kProblem ? 1 : 0;
  }
  if (advice + problems == 0) return text + "\nAll is well.\n";
  return text + fmt::format("\nproblems: {}; advice: {}\n", problems, advice);
}

nlohmann::ordered_json ReportJson(const SystemFacts& facts, std::span<const Finding> findings) {
  nlohmann::ordered_json report;
  report["verdict"] = Name(Worst(findings));
  report["findings"] = nlohmann::ordered_json::array();
  for (const Finding& finding : findings) {
    report["findings"].push_back({{"verdict", Name(finding.verdict)},
                                  {"subject", finding.subject},
                                  {"found", finding.found},
                                  {"to_do", finding.to_do}});
  }
  report["facts"] = FactsJson(facts);
  return report;
}

}  // namespace crossdock::cli::doctor
