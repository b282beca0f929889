#include "load/picture_files.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <map>

namespace crossdock::load {
namespace {

namespace fs = std::filesystem;

std::string ContentType(const fs::path& path) {
  static const std::map<std::string, std::string> kTypes{
      {".jpg", "image/jpeg"}, {".jpeg", "image/jpeg"}, {".png", "image/png"}, {".webp", "image/webp"},
      {".tif", "image/tiff"}, {".tiff", "image/tiff"}, {".bmp", "image/bmp"}};
  std::string extension = path.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); });
  const auto found = kTypes.find(extension);
  return found == kTypes.end() ? "" : found->second;
}

}  // namespace

Result<std::vector<PictureFile>> ListPictures(const fs::path& folder) {
  std::error_code failure;
  std::vector<PictureFile> pictures;
  for (fs::directory_iterator entry(folder, failure), end; !failure && entry != end; entry.increment(failure)) {
    std::string type = ContentType(entry->path());
    if (!type.empty()) pictures.push_back({entry->path(), std::move(type)});
  }
  if (failure)
    return Error{ErrorCode::kNotFound, "cannot read the folder " + folder.string() + ": " + failure.message()};
  if (pictures.empty())
    return Error{ErrorCode::kNotFound, "no picture (jpg, png, webp, tiff, bmp) in " + folder.string()};
  std::sort(pictures.begin(), pictures.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
  return pictures;
}

Result<std::string> ReadFile(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(file), {}};
  if (!file && bytes.empty()) return Error{ErrorCode::kNotFound, "cannot read " + path.string()};
  return bytes;
}

}  // namespace crossdock::load
