#include "app/server_config.h"

#include <fmt/format.h>

#include "access/roll.h"
#include "config/config.h"

namespace crossdock::app {
namespace {

/// A server that others reach asks them who they are, unless it is said that it shall not.
Status CheckDoors(const ServerConfig& config) {
  if (!config.access.principals.empty() || config.access.anybody.allowed) return {};
  const std::pair<const char*, const std::string*> doors[] = {{"http.address", &config.http.address},
                                                              {"grpc.address", &config.grpc.address}};
  for (const auto& [key, address] : doors) {
    if (*address == "localhost" || access::IsLoopback(*address)) continue;
    return InvalidArgument(
        key, fmt::format("{} is reached by others, and nobody could name a token: give access.principals, or "
                         "access.anybody.allowed where something before the server asks them",
                         *address));
  }
  return {};
}

}  // namespace

Status ServerConfig::Validate() const {
  for (const auto& [name, entry] : models) {
    if (entry.file.empty()) return InvalidArgument(fmt::format("models.{}.file", name), "a model needs its file");
  }
  if (Status doors = CheckDoors(*this); !doors) return doors;
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
  for (auto* path :
       {&config->cache.folder, &config->jobs.folder, &config->jobs.callbacks.secret_file, &config->access.principals}) {
    if (!path->empty()) *path = folder / *path;
  }
  return config;
}

std::vector<std::string> ChangedKeys(const ServerConfig& before, const ServerConfig& after) {
  const auto shown = [](ServerConfig config) { return config::ObjectValue<ServerConfig>(config).Show(); };
  const auto text = [](const config::Node& map, size_t i) {
    auto alone = config::Node::Map();
    alone.Append(map.keys[i].text, map.items[i]);
    return config::PrintYaml(alone);
  };
  const config::Node old_map = shown(before);
  const config::Node new_map = shown(after);
  std::vector<std::string> changed;
  for (size_t i = 0; i < old_map.items.size(); ++i) {
    if (text(old_map, i) != text(new_map, i)) changed.push_back(old_map.keys[i].text);
  }
  return changed;
}

}  // namespace crossdock::app
