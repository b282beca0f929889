#pragma once

#include <span>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "base/result.h"

namespace crossdock::cli::doctor {

/// One way in which two machines differ, and why that matters for speed or results.
struct Difference {
  int weight = 0;  // how likely it explains a difference in speed: 100 almost surely, 10 hardly
  std::string what;
  std::string a;
  std::string b;
  std::string meaning;
};

/// Lays two reports of `doctor --json` beside each other; what matters most comes first. Facts that only one report has differ.
/// errors  kInvalidArgument: not such a report; `field` is "A" or "B"
Result<std::vector<Difference>> Compare(const nlohmann::ordered_json& a, const nlohmann::ordered_json& b);

std::string ComparisonText(std::span<const Difference> differences);
nlohmann::ordered_json ComparisonJson(std::span<const Difference> differences);

}  // namespace crossdock::cli::doctor
