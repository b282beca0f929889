#pragma once

#include <string>

namespace crossdock::cli {

/// What this program was built from and how.
struct BuildInfo {
  std::string version;   // "0.1.0"
  std::string compiler;  // "gcc 12.2.0"
  bool optimized = false;
  bool assertions = false;
  std::string sanitizer;  // "address", "thread", or empty
};

BuildInfo ThisBuild();
/// "optimized", "not optimized, address sanitizer".
std::string InWords(const BuildInfo& build);

}  // namespace crossdock::cli
