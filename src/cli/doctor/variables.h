#pragma once

#include <span>
#include <string>
#include <string_view>

namespace crossdock::cli::doctor {

/// An environment variable that slows inference down or changes its results behind the configuration's back.
struct Variable {
  std::string_view name;
  /// What to do about `value` on a process with so many cores; empty: that value is harmless.
  std::string (*advice)(std::string_view value, double cores);
};

std::span<const Variable> Variables();
/// The rule for a variable; null if it is none of those.
const Variable* FindVariable(std::string_view name);

}  // namespace crossdock::cli::doctor
