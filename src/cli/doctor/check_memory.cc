#include <fmt/format.h>

#include "cli/doctor/finding.h"

namespace crossdock::cli::doctor {
namespace {

constexpr double kGib = 1024.0 * 1024 * 1024;
constexpr double kLittleGib = 0.5;

double Gib(int64_t bytes) { return static_cast<double>(bytes) / kGib; }

}  // namespace

void CheckMemory(const SystemFacts& facts, Findings& findings) {
  const Memory& memory = facts.memory;
  double room = Gib(memory.available_bytes);
  std::string found = fmt::format("{:.1f} GiB of {:.1f} available", room, Gib(memory.total_bytes));
  if (memory.limit_bytes) {
    const double left = Gib(*memory.limit_bytes - memory.used_of_limit_bytes);
    found += fmt::format(", control group: {:.1f} GiB of {:.1f} left", left, Gib(*memory.limit_bytes));
    if (left < room) room = left;
  }
  if (room < kLittleGib) {
    findings.Advice("memory", found,
                    "a model's arena may not fit, and the kernel then kills the server: free memory, raise the limit "
                    "or load fewer models");
  } else {
    findings.Ok("memory", found);
  }
  if (Gib(memory.swap_used_bytes) > kLittleGib) {
    findings.Advice("swap", fmt::format("{:.1f} GiB used", Gib(memory.swap_used_bytes)),
                    "weights that were swapped out make the next call wait for the disk: free memory, or switch swap "
                    "off for the server");
  }
  if (memory.huge_pages == "always") {
    findings.Advice(
        "huge pages", "always",
        "the kernel may stop a thread to build one: echo madvise > /sys/kernel/mm/transparent_hugepage/enabled");
  } else if (!memory.huge_pages.empty()) {
    findings.Ok("huge pages", memory.huge_pages);
  }
}

}  // namespace crossdock::cli::doctor
