#pragma once

#include <filesystem>

#include "cli/doctor/settings.h"
#include "cli/verb.h"

namespace crossdock::cli::doctor {

/// Reads what a configuration asks of the machine. Both paths may be empty; a file that is wrong is told in `Settings::problem`.
using ReadSettings = Settings (*)(const std::filesystem::path& configuration, const std::filesystem::path& models);

/// The verb `doctor`.
/// returns  kDone: nothing stands in the way (there may be advice), or a comparison was made; kFailed: there is a problem
int RunDoctorCommand(ReadSettings read_settings, Args args, std::ostream& out, std::ostream& err);

}  // namespace crossdock::cli::doctor
