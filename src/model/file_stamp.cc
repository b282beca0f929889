#include "model/file_stamp.h"

#include <sys/stat.h>

#include <algorithm>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "config/config.h"
#include "manifest/contract.h"
#include "manifest/manifest.h"
#include "model/version_policy.h"

namespace crossdock::model {
namespace {

namespace fs = std::filesystem;

/// The file's number on its disk is a fact too: a file that was moved over another may have its size and time.
void AddFile(const fs::path& file, std::vector<std::string>& facts) {
  struct stat status{};
  if (::stat(file.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return;
  facts.push_back(fmt::format("{} {} {} {}.{:09}", file.string(), status.st_ino, status.st_size, status.st_mtim.tv_sec,
                              status.st_mtim.tv_nsec));
}

bool IsVersionFolder(const fs::path& folder) { return ParseVersionNumber(folder.filename().string()) != 0; }

/// All that lies in a version's own folder belongs to it.
void AddFolder(const fs::path& folder, std::vector<std::string>& facts) {
  std::error_code ec;
  for (fs::recursive_directory_iterator entry(folder, ec), end; !ec && entry != end; entry.increment(ec)) {
    if (!entry->path().filename().string().starts_with('.')) AddFile(entry->path(), facts);
  }
}

/// Of a folder that others live in too, what has the model's name: `name.onnx`, `name.bin`, `name.onnx.data`.
void AddNamesakes(const fs::path& file, std::vector<std::string>& facts) {
  const fs::path folder = file.parent_path().empty() ? "." : file.parent_path();
  const std::string begin = file.stem().string() + ".";
  std::error_code ec;
  for (fs::directory_iterator entry(folder, ec), end; !ec && entry != end; entry.increment(ec)) {
    if (entry->path().filename().string().starts_with(begin)) AddFile(entry->path(), facts);
  }
  AddFile(folder / manifest::kFileName, facts);
}

}  // namespace

std::string FileStamp(const FoundVersion& found) {
  std::error_code ec;
  if (!fs::is_regular_file(found.file, ec)) return "";
  std::vector<std::string> facts;
  if (IsVersionFolder(found.file.parent_path())) {
    AddFolder(found.file.parent_path(), facts);
  } else {
    AddNamesakes(found.file, facts);
  }
  AddFile(manifest::ContractFile(found.file), facts);
  std::sort(facts.begin(), facts.end());
  std::string stamp = config::ToYaml(found.config);
  for (const std::string& fact : facts) stamp += fact + "\n";
  return stamp;
}

}  // namespace crossdock::model
