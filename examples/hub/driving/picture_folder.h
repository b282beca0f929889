#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "hub/drawing/truth.h"

namespace crossdock::hub {

struct PictureFile {
  std::filesystem::path path;
  std::string content_type;
  std::optional<PictureTruth> truth;  // a user's own picture has none
};

/// The pictures of a folder, by name; a truth file beside one is read with it, any other JSON file is passed over.
/// errors    kNotFound: no such folder, or no picture (JPEG, PNG, WebP, TIFF, BMP) in it
Result<std::vector<PictureFile>> ListPictures(const std::filesystem::path& folder);

/// The bytes of a file.
Result<std::string> ReadFile(const std::filesystem::path& path);

}  // namespace crossdock::hub
