#include <fmt/format.h>

#include "cli/doctor/finding.h"

namespace crossdock::cli::doctor {
namespace {

constexpr int64_t kEnoughFiles = 16384;
constexpr int64_t kEnoughTasks = 512;

void CheckGovernor(const std::string& governor, Findings& findings) {
  if (governor.empty()) return findings.Ok("governor", "not visible (as in most virtual machines)");
  if (governor == "performance") return findings.Ok("governor", governor);
  findings.Advice("governor", governor, "cores that were idle start slow: cpupower frequency-set -g performance");
}

void CheckClock(const std::string& clock, Findings& findings) {
  if (clock.empty()) return findings.Ok("clock source", "unknown");
  const bool slow = clock == "hpet" || clock == "acpi_pm" || clock == "jiffies" || clock == "pit";
  if (!slow) return findings.Ok("clock source", clock);
  findings.Advice("clock source", clock,
                  "each reading of the time costs a microsecond or more: boot with clocksource=tsc tsc=reliable if the "
                  "machine allows it");
}

void CheckLimits(const Limits& limits, Findings& findings) {
  const std::string files = limits.open_files ? fmt::format("{}", *limits.open_files) : "unlimited";
  if (limits.open_files && *limits.open_files < kEnoughFiles) {
    findings.Advice("open files", files,
                    fmt::format("each connection needs one: ulimit -n {}, or LimitNOFILE={} in the service",
                                kEnoughFiles, kEnoughFiles));
  } else {
    findings.Ok("open files", files);
  }
  if (limits.tasks && *limits.tasks < kEnoughTasks) {
    findings.Advice("tasks", fmt::format("{}", *limits.tasks),
                    "threads count as tasks of the control group: raise pids.max (TasksMax= in the service)");
  }
}

}  // namespace

void CheckKernel(const SystemFacts& facts, Findings& findings) {
  CheckGovernor(facts.processor.governor, findings);
  CheckClock(facts.processor.clock_source, findings);
  CheckLimits(facts.limits, findings);
  if (facts.nvidia_gpus > 0 && facts.limits.locked_bytes) {
    findings.Advice(
        "locked memory", fmt::format("{} bytes", *facts.limits.locked_bytes),
        "pinned buffers for the GPU need more: ulimit -l unlimited, or LimitMEMLOCK=infinity in the service");
  }
}

}  // namespace crossdock::cli::doctor
