#pragma once

#include <filesystem>

#include "cli/doctor/settings.h"

namespace crossdock::cli {

/// What a server's configuration, or a model repository without one, asks of the machine. Both may be empty.
doctor::Settings ReadServerSettings(const std::filesystem::path& configuration, const std::filesystem::path& models);

}  // namespace crossdock::cli
