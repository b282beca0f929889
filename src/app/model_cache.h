#pragma once

#include <memory>

#include "model/hot/cache_config.h"
#include "model/hot/hot_loader.h"
#include "model/version_loader.h"
#include "telemetry/registry.h"

namespace crossdock::app {

/// How the catalogue loads: through the cache folder where one is configured and can be used, with what became of each entry as metrics;
/// else plainly. A folder that cannot be used is said and no reason not to serve. Outlives the catalogue.
class ModelCache {
 public:
  ModelCache(const model::CacheConfig& config, telemetry::Registry& registry);
  model::VersionLoader::Load loader() const;

 private:
  std::unique_ptr<model::HotLoader> loader_;
};

}  // namespace crossdock::app
