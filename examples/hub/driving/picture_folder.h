#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "base/result.h"
#include "hub/drawing/truth.h"
#include "load/picture_files.h"

namespace crossdock::hub {

struct PictureFile : load::PictureFile {
  std::optional<PictureTruth> truth;  // a user's own picture has none
};

/// The pictures of a folder, by name; a truth file beside one is read with it, any other JSON file is passed over.
/// errors    kNotFound: no such folder, or no picture (JPEG, PNG, WebP, TIFF, BMP) in it
Result<std::vector<PictureFile>> ListPictures(const std::filesystem::path& folder);

}  // namespace crossdock::hub
