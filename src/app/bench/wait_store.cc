#include "app/bench/wait_store.h"

#include "manifest/manifest.h"

namespace crossdock::app::bench {

Result<std::filesystem::path> StoreBestWait(const model::FoundVersion& version, int wait_us) {
  const auto folder = version.file.parent_path();
  if (version.file.stem() != "model") return std::filesystem::path();
  auto read = manifest::ReadManifest(folder);
  if (!read) return read.error();
  manifest::Manifest manifest = read->value_or(manifest::Manifest{});
  manifest.best_wait_us = wait_us;
  if (Status written = manifest::WriteManifest(folder, manifest); !written) return written.error();
  return folder / manifest::kFileName;
}

}  // namespace crossdock::app::bench
