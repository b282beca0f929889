#include <fmt/format.h>

#include "cli/doctor/finding.h"

namespace crossdock::cli::doctor {
namespace {

constexpr double kGib = 1024.0 * 1024 * 1024;
constexpr double kLittleDiskGib = 1;

void CheckPort(const Port& port, Findings& findings) {
  const std::string subject = fmt::format("{} port", port.purpose);
  const std::string where = fmt::format("{}:{}", port.address, port.number);
  if (port.problem.empty()) {
    findings.Ok(subject, port.number == 0 ? "any free one" : where + " is free");
  } else {
    findings.Problem(subject, fmt::format("{}: {}", where, port.problem),
                     "end what uses it (ss -ltnp shows it), or configure another port");
  }
}

void CheckFolder(const Folder& folder, Findings& findings) {
  const double free_gib = static_cast<double>(folder.free_bytes) / kGib;
  const std::string found = fmt::format("{}, {:.1f} GiB free", folder.path, free_gib);
  if (!folder.exists) {
    findings.Problem(folder.purpose, folder.path + " is not there", "make it, or configure another");
  } else if (!folder.usable) {
    const char* what = folder.wanted_writable ? "written to" : "read";
    findings.Problem(folder.purpose, fmt::format("{} cannot be {}", folder.path, what),
                     "give this user the right to it (chown, chmod)");
  } else if (folder.wanted_writable && free_gib < kLittleDiskGib) {
    findings.Advice(folder.purpose, found, "little room: free some, or configure a folder on another disk");
  } else if (folder.wanted_bytes > folder.held_bytes + folder.free_bytes) {
    findings.Advice(
        folder.purpose,
        fmt::format("{}, and it may grow to {:.1f} GiB", found, static_cast<double>(folder.wanted_bytes) / kGib),
        "give it less, free some room, or configure a folder on another disk");
  } else {
    findings.Ok(folder.purpose, found);
  }
}

}  // namespace

void CheckPlaces(const SystemFacts& facts, Findings& findings) {
  if (!facts.configuration_problem.empty()) {
    findings.Problem("configuration", facts.configuration_problem,
                     "mend it; `crossdock config check` names every mistake");
  } else if (!facts.configuration.empty()) {
    findings.Ok("configuration", facts.configuration);
  }
  for (const Port& port : facts.ports) CheckPort(port, findings);
  for (const Folder& folder : facts.folders) CheckFolder(folder, findings);
}

}  // namespace crossdock::cli::doctor
