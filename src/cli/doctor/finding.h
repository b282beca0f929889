#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "cli/doctor/facts.h"

namespace crossdock::cli::doctor {

enum class Verdict : uint8_t {
  kOk,       // nothing to do
  kAdvice,   // works, but slower, less safe or less sure than it could
  kProblem,  // the server or a model will not work
};
/// "ok", "advice", "problem".
const char* Name(Verdict verdict);

/// One line of the report.
struct Finding {
  Verdict verdict = Verdict::kOk;
  std::string subject;  // "clock source"
  std::string found;    // "tsc"
  std::string to_do;    // empty if all is well
};

/// Takes the lines of the checks in their order.
class Findings {
 public:
  void Ok(std::string subject, std::string found) { Add({Verdict::kOk, std::move(subject), std::move(found), ""}); }
  void Advice(std::string subject, std::string found, std::string to_do) {
    Add({Verdict::kAdvice, std::move(subject), std::move(found), std::move(to_do)});
  }
  void Problem(std::string subject, std::string found, std::string to_do) {
    Add({Verdict::kProblem, std::move(subject), std::move(found), std::move(to_do)});
  }
  const std::vector<Finding>& lines() const { return lines_; }

 private:
  void Add(Finding finding) { lines_.push_back(std::move(finding)); }
  std::vector<Finding> lines_;
};

/// Judges a machine. Pure: the same facts give the same lines.
std::vector<Finding> Judge(const SystemFacts& facts);
Verdict Worst(std::span<const Finding> findings);

// The parts of Judge, one file each.
void CheckBuild(const SystemFacts& facts, Findings& findings);
void CheckProcessor(const SystemFacts& facts, Findings& findings);
void CheckCores(const SystemFacts& facts, Findings& findings);
void CheckMemory(const SystemFacts& facts, Findings& findings);
void CheckKernel(const SystemFacts& facts, Findings& findings);
void CheckEnvironment(const SystemFacts& facts, Findings& findings);
void CheckPlaces(const SystemFacts& facts, Findings& findings);
void CheckRuntimes(const SystemFacts& facts, Findings& findings);
void CheckModels(const SystemFacts& facts, Findings& findings);

}  // namespace crossdock::cli::doctor
