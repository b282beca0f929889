#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "vision/image.h"

namespace crossdock::vision::codes {

/// Calls `look` with `count` pictures without a code: crops of the pictures below `parcels` and `text` at random places, sizes and
/// scales, blurred and sharpened noise, and rows of random bars that belong to no symbology. The same seed gives the same pictures.
void ForCodeFree(const std::filesystem::path& parcels, const std::filesystem::path& text, int count, unsigned seed,
                 const std::function<void(const std::string& what, const Image& picture)>& look);

}  // namespace crossdock::vision::codes
