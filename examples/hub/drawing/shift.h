#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>

#include "base/result.h"

namespace crossdock::hub {

/// Draws `count` pictures and their truth into `folder` (made if absent), on all processors. `progress` hears how many are done, from
/// any of the drawing threads, one at a time.
/// errors    of DrawPicture, kNotFound for a missing typeface, kUnavailable if the folder cannot be written
Status DrawShift(uint64_t seed, int count, const std::filesystem::path& folder,
                 const std::function<void(int)>& progress);

/// The same, but keeps a folder that this very program drew before.
Status DrawShiftOnce(uint64_t seed, int count, const std::filesystem::path& folder,
                     const std::function<void(int)>& progress);

}  // namespace crossdock::hub
