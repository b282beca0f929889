#include "model/file_stamp.h"

#include <algorithm>
#include <system_error>
#include <vector>

#include <fmt/format.h>

namespace crossdock::model {
namespace {

namespace fs = std::filesystem;

void AddFile(const fs::path& file, std::vector<std::string>& facts) {
  std::error_code ec;
  const auto size = fs::file_size(file, ec);
  if (ec) return;
  const auto time = fs::last_write_time(file, ec).time_since_epoch().count();
  facts.push_back(fmt::format("{} {} {}", file.string(), size, time));
}

}  // namespace

std::string FileStamp(const FoundVersion& found) {
  std::error_code ec;
  if (!fs::is_regular_file(found.file, ec)) return "";
  std::vector<std::string> facts;
  const fs::path folder = found.file.parent_path().empty() ? "." : found.file.parent_path();
  const std::string stem = found.file.stem().string();
  for (fs::directory_iterator entry(folder, ec), end; !ec && entry != end; entry.increment(ec)) {
    const std::string name = entry->path().filename().string();
    if (name.starts_with(stem) || name.starts_with("manifest")) AddFile(entry->path(), facts);
  }
  AddFile(folder.parent_path() / "model.yaml", facts);
  std::sort(facts.begin(), facts.end());
  std::string stamp;
  for (const std::string& fact : facts) stamp += fact + "\n";
  return stamp;
}

}  // namespace crossdock::model
