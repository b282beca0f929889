#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace crossdock::load {

struct PictureFile {
  std::filesystem::path path;
  std::string content_type;  // by the file's ending
};

/// The pictures of a folder (JPEG, PNG, WebP, TIFF, BMP), by name; its sub-folders are not looked at.
/// errors    kNotFound: no such folder, or no picture in it
Result<std::vector<PictureFile>> ListPictures(const std::filesystem::path& folder);

/// The bytes of a file.
/// errors    kNotFound
Result<std::string> ReadFile(const std::filesystem::path& path);

}  // namespace crossdock::load
