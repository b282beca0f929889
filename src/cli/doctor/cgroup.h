#pragma once

#include <cstdint>
#include <optional>

#include "cli/doctor/system_files.h"

namespace crossdock::cli::doctor {

/// What the control groups allow this process: the tightest of its own group and all above it. Version 1 and 2.
struct ControlGroup {
  std::optional<double> cores;
  double throttled = 0;  // share of the periods of its own group in which it was held back
  std::optional<int64_t> memory_bytes;
  int64_t memory_used_bytes = 0;
  std::optional<int64_t> tasks;
};

ControlGroup ReadControlGroup(const SystemFiles& files);

}  // namespace crossdock::cli::doctor
