#pragma once

#include <span>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "cli/doctor/facts.h"
#include "cli/doctor/finding.h"

namespace crossdock::cli::doctor {

/// One line for each finding: `OK    clock source: tsc`, and what to do on a line of its own below.
std::string ReportText(std::span<const Finding> findings);
/// Facts, findings and the worst verdict: what `--compare` reads.
nlohmann::ordered_json ReportJson(const SystemFacts& facts, std::span<const Finding> findings);
nlohmann::ordered_json FactsJson(const SystemFacts& facts);

}  // namespace crossdock::cli::doctor
