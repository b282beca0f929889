#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cli/doctor/facts.h"
#include "cli/doctor/settings.h"
#include "cli/doctor/system_files.h"

namespace crossdock::cli::doctor {

/// Takes down the facts of a machine: processor, memory, limits and environment from the files, ports and folders by trying them,
/// runtimes by opening them. Changes nothing.
SystemFacts Gather(const SystemFiles& files, const Settings& settings);

// The parts of Gather.
void GatherMachine(const SystemFiles& files, SystemFacts& facts);
Port TryPort(const Settings::WantedPort& wanted);
Folder TryFolder(const Settings::WantedFolder& wanted);
std::vector<Runtime> OpenRuntimes();
/// Paths of the mapped libraries whose file name begins with `prefix`.
std::vector<std::string> MappedLibraries(const SystemFiles& files, std::string_view prefix);

}  // namespace crossdock::cli::doctor
