#include "app/server_config.h"

#include <fmt/format.h>

#include "config/config.h"

namespace crossdock::app {

Status ServerConfig::Validate() const {
  for (const auto& [name, entry] : models) {
    if (entry.file.empty()) return InvalidArgument(fmt::format("models.{}.file", name), "a model needs its file");
  }
  if (!jobs.callbacks.secret_file.empty() && jobs.folder.empty())
    return InvalidArgument("jobs.callbacks.secret_file", "callbacks need jobs.folder: they outlive a restart");
  if (!pipelines.parcel) return {};
  const auto& parcel = *pipelines.parcel;
  const std::pair<const char*, const std::string*> used[] = {{"detector", &parcel.detector},
                                                             {"recognizer", &parcel.recognizer},
                                                             {"orientation", &parcel.orientation},
                                                             {"locator", &parcel.locator}};
  for (const auto& [key, name] : used) {
    if (!name->empty() && !models.contains(*name) && model_repository.empty()) {
      return InvalidArgument(
          fmt::format("pipelines.parcel.{}", key),
          fmt::format("no model \"{}\": it is not under models, and there is no model_repository", *name));
    }
  }
  return {};
}

Result<ServerConfig> LoadServerConfig(const std::filesystem::path& file) {
  auto config = config::ReadYamlFile<ServerConfig>(file);
  if (!config) return config;
  const auto folder = std::filesystem::absolute(file).parent_path();
  if (!config->model_repository.empty()) config->model_repository = folder / config->model_repository;
  for (auto& [name, entry] : config->models) entry.file = folder / entry.file;
  for (auto* path : {&config->cache.folder, &config->jobs.folder, &config->jobs.callbacks.secret_file}) {
    if (!path->empty()) *path = folder / *path;
  }
  return config;
}

}  // namespace crossdock::app
