#pragma once

#include <filesystem>
#include <stop_token>
#include <string>

#include "engine/engine.h"
#include "model/hot/kept_load.h"
#include "model/version.h"

namespace crossdock::model {

/// Whether a kept form is to be kept: loads it beside the version that was made from the file, and compares. Empty: it is; else why not.
std::string WhyNotKeep(engine::Runtime& runtime, const engine::KeptModel& kept, const engine::LoadOptions& options,
                       const Version& fresh, std::stop_token stop);

/// Whether a version made from a kept form is slower than one from the file: its calls take half as long again as when it was kept, and
/// a session of the file itself, loaded to see, is really the faster one; or its load took half as long again as that of the file did.
/// A machine that has become slower is slower for both, and no reason. Empty: it is not; else how.
std::string WhySlower(engine::Runtime& runtime, const std::filesystem::path& file, const engine::LoadOptions& options,
                      const Version& kept, const KeptLoad& load, std::stop_token stop);

}  // namespace crossdock::model
