#include <algorithm>
#include <array>
#include <fstream>
#include <string>

#include <fmt/format.h>

#include "app/server_config.h"
#include "cli/config_command.h"
#include "cli/server_settings.h"
#include "cli/verbs.h"
#include "load/scenario.h"
#include "model/repository.h"

namespace crossdock::cli {
namespace {

doctor::Model ModelFacts(std::string name, const std::filesystem::path& file, const model::ModelConfig& config) {
  doctor::Model facts;
  facts.name = std::move(name);
  facts.file = file.string();
  facts.runtime = config.runtime.empty() ? model::RuntimeFor(file) : config.runtime;
  facts.threads = config.options.threads;
  facts.streams = config.options.streams;
  facts.spinning = config.options.spinning;
  facts.arena_bytes = config.options.arena_bytes;
  for (const auto& provider : config.options.providers) facts.providers.push_back(provider.name);
  if (!std::ifstream(file, std::ios::binary)) facts.problem = fmt::format("{} cannot be read", facts.file);
  return facts;
}

void AddRepository(const std::filesystem::path& folder, doctor::Settings& settings) {
  settings.folders.push_back({"model repository", folder, /*writable=*/false});
  const auto found = model::ScanRepository(folder);
  if (!found) return;  // the folder's own line says so
  for (const model::FoundVersion& version : found->versions) {
    const std::string name = version.version == 1 ? version.name : fmt::format("{}/{}", version.name, version.version);
    settings.models.push_back(ModelFacts(name, version.file, version.config));
  }
  for (const model::Refusal& refusal : found->refusals) {
    doctor::Model model;
    model.name = refusal.name;
    model.problem = refusal.reason;
    settings.models.push_back(std::move(model));
  }
}

}  // namespace

doctor::Settings ReadServerSettings(const std::filesystem::path& configuration, const std::filesystem::path& models) {
  doctor::Settings settings;
  settings.file = configuration.string();
  app::ServerConfig server;
  if (!configuration.empty()) {
    auto read = app::LoadServerConfig(configuration);
    if (!read) {
      settings.problem = read.error().message;
      return settings;
    }
    server = std::move(*read);
  }
  if (!models.empty()) server.model_repository = models;
  settings.ports = {{"HTTP", server.http.address, server.http.port}, {"gRPC", server.grpc.address, server.grpc.port}};
  settings.threads =
      std::max({server.scheduling.slots, server.scheduling.codes_threads, server.scheduling.text_threads});
  for (const auto& [name, entry] : server.models) settings.models.push_back(ModelFacts(name, entry.file, entry.config));
  if (!server.jobs.folder.empty()) settings.folders.push_back({"jobs", server.jobs.folder, /*writable=*/true});
  if (!server.cache.folder.empty())
    settings.folders.push_back(
        {"model cache", server.cache.folder, /*writable=*/true, int64_t{server.cache.max_mib} << 20});
  if (!server.model_repository.empty()) AddRepository(server.model_repository, settings);
  return settings;
}

int RunConfig(Args args, std::ostream& out, std::ostream& err) {
  const std::array<ConfigKind, 3> kinds = {KindOf<app::ServerConfig>("server", "crossdock.yaml", "The server"),
                                           KindOf<model::ModelConfig>("model", "model.yaml", "A model"),
                                           KindOf<load::Scenario>("load", "load.yaml", "A load")};
  return RunConfigCommand(kinds, args, out, err);
}

}  // namespace crossdock::cli
