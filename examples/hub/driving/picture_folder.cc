#include "hub/driving/picture_folder.h"

namespace crossdock::hub {

Result<std::vector<PictureFile>> ListPictures(const std::filesystem::path& folder) {
  auto files = load::ListPictures(folder);
  if (!files) return files.error();
  std::vector<PictureFile> pictures;
  for (load::PictureFile& file : *files) {
    PictureFile picture{std::move(file), {}};
    // A user's folder may hold other JSON files under these names.
    if (auto truth = ReadTruth(TruthPath(picture.path))) picture.truth = std::move(*truth);
    pictures.push_back(std::move(picture));
  }
  return pictures;
}

}  // namespace crossdock::hub
