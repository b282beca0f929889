#include "model/repository.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "config/config.h"
#include "model/version_policy.h"

namespace crossdock::model {
namespace {

namespace fs = std::filesystem;

bool IsPassedOver(const fs::path& path) {
  const std::string name = path.filename().string();
  const std::string kind = path.extension().string();
  return name.starts_with('.') || name.ends_with('~') || kind == ".tmp" || kind == ".part";
}

std::optional<fs::path> ModelFileIn(const fs::path& folder) {
  for (const char* kind : {".onnx", ".xml", ".pt", ".fake"}) {
    const fs::path file = folder / ("model" + std::string(kind));
    std::error_code ignored;
    if (fs::is_regular_file(file, ignored)) return file;
  }
  return std::nullopt;
}

/// What is being copied into a version's folder under a name that says so; nothing in a finished one.
std::optional<fs::path> UnfinishedIn(const fs::path& folder) {
  std::error_code error;
  for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const std::string kind = entry->path().extension().string();
    if (kind == ".tmp" || kind == ".part") return entry->path();
  }
  return std::nullopt;
}

/// `name/`: its versions, as its policy chooses them.
void ScanModelFolder(const fs::path& folder, Found& found) {
  const std::string name = folder.filename().string();
  ModelConfig config;
  std::error_code ignored;
  if (const fs::path file = folder / "model.yaml"; fs::exists(file, ignored)) {
    auto read = config::ReadYamlFile<ModelConfig>(file);
    if (!read) {
      found.refusals.push_back({name, read.error().message});
      return;
    }
    config = *std::move(read);
  }
  std::map<int, fs::path> files;
  std::set<int> present;
  std::string unfinished;
  for (fs::directory_iterator entry(folder, ignored), end; !ignored && entry != end; entry.increment(ignored)) {
    std::error_code gone;
    const int number = ParseVersionNumber(entry->path().filename().string());
    if (number == 0 || !entry->is_directory(gone)) continue;
    if (const auto part = UnfinishedIn(entry->path())) {
      unfinished = fmt::format("; {} is still being written", part->string());
    } else if (const auto file = ModelFileIn(entry->path())) {
      files.emplace(number, *file);
      present.insert(number);
    }
  }
  if (files.empty()) {
    found.refusals.push_back({name, fmt::format("{} holds no version: put the model at {}/1/model.onnx{}",
                                                folder.string(), name, unfinished)});
    return;
  }
  const std::set<int> chosen = VersionPolicy::Parse(config.version_policy).value().Choose(present);
  for (const int number : chosen) found.versions.push_back({name, number, files.at(number), config});
  if (chosen.empty()) {
    found.refusals.push_back(
        {name, fmt::format("version_policy \"{}\" names none of its versions", config.version_policy)});
  }
}

}  // namespace

std::string RuntimeFor(const fs::path& file) {
  const std::string kind = file.extension().string();
  if (kind == ".onnx") return "onnxruntime";
  if (kind == ".xml") return "openvino";
  if (kind == ".pt") return "libtorch";
  return kind == ".fake" ? "fake" : "";
}

Result<Found> ScanRepository(const fs::path& folder) {
  std::error_code error;
  fs::directory_iterator entry(folder, error);
  if (error) {
    return Error{ErrorCode::kNotFound,
                 fmt::format("the model repository {} cannot be read: {}", folder.string(), error.message()),
                 "model_repository"};
  }
  Found found;
  for (const fs::directory_iterator end; !error && entry != end; entry.increment(error)) {
    std::error_code ignored;
    if (IsPassedOver(entry->path())) continue;
    if (entry->is_directory(ignored)) {
      ScanModelFolder(entry->path(), found);
    } else if (!RuntimeFor(entry->path()).empty()) {
      found.versions.push_back({entry->path().stem().string(), 1, entry->path(), {}});
    }
  }
  std::sort(found.versions.begin(), found.versions.end(), [](const FoundVersion& a, const FoundVersion& b) {
    return std::tie(a.name, a.version, a.file) < std::tie(b.name, b.version, b.file);
  });
  const auto twice = [](const FoundVersion& a, const FoundVersion& b) {
    return a.name == b.name && a.version == b.version;
  };
  for (auto at = found.versions.begin();
       (at = std::adjacent_find(at, found.versions.end(), twice)) != found.versions.end();) {
    found.refusals.push_back({at->name, fmt::format("{} and {} are both version {}", at->file.string(),
                                                    (at + 1)->file.string(), at->version)});
    found.versions.erase(at + 1);
  }
  return found;
}

}  // namespace crossdock::model
