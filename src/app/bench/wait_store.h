#pragma once

#include <filesystem>

#include "base/result.h"
#include "model/repository.h"

namespace crossdock::app::bench {

/// Notes the wait in the manifest of the version's own folder, whatever else it says, and returns the manifest's path; an empty one,
/// and nothing written, for a bare file, whose folder belongs to others too.
/// errors  what reading and writing a manifest say
Result<std::filesystem::path> StoreBestWait(const model::FoundVersion& version, int wait_us);

}  // namespace crossdock::app::bench
