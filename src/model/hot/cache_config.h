#pragma once

#include <cstdint>
#include <filesystem>

#include "base/result.h"

namespace crossdock::model {

/// Where later starts find what earlier ones found out about the models. See docs/hot-start.md.
struct CacheConfig {
  std::filesystem::path folder;  // relative to the configuration file; empty: every start is a cold one
  int max_mib = 2048;
};

template <class Visitor>
void Describe(CacheConfig& c, Visitor& v) {
  v.Field(
      "folder", c.folder,
      "folder for optimized graphs, compiled models and what loading measured, so that the next start is a hot one; "
      "empty: none is kept");
  v.Field("max_mib", c.max_mib, 1, 1 << 20, "what the folder may hold, MiB; the longest unused go first");
}

}  // namespace crossdock::model
