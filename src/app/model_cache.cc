#include "app/model_cache.h"

#include <utility>

#include "base/log.h"

namespace crossdock::app {

ModelCache::ModelCache(const model::CacheConfig& config, telemetry::Registry& registry) {
  if (config.folder.empty()) return;
  auto folder = model::CacheFolder::Open(config.folder, int64_t{config.max_mib} << 20);
  if (!folder) {
    log::Error("model cache", {{"outcome", "unusable"}, {"because", folder.error().message}});
    return;
  }
  auto& loads = registry.AddCounter({.name = "crossdock_model_cache",
                                     .help = "What became of entries of the model cache: hot, or why not.",
                                     .label_names = {"model", "outcome"}});
  auto& bytes = registry.AddGauge(
      {.name = "crossdock_model_cache_bytes", .help = "What the model cache's folder holds.", .unit = "bytes"});
  loader_ = std::make_unique<model::HotLoader>(*std::move(folder),
                                               [&loads](const std::string& model, model::HotLoader::Event event) {
                                                 loads.With({model, model::HotLoader::Name(event)})->Add();
                                               });
  registry.BeforeSnapshot([this, &bytes] { bytes.With({})->Set(static_cast<double>(loader_->bytes())); });
}

model::VersionLoader::Load ModelCache::loader() const {
  if (loader_ == nullptr) return model::LoadVersion;
  return [loader = loader_.get()](const model::FoundVersion& found, const std::function<void()>& warming,
                                  std::stop_token stop) { return loader->Load(found, warming, std::move(stop)); };
}

}  // namespace crossdock::app
