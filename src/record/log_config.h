#pragma once

#include <cstdint>
#include <filesystem>

#include "base/result.h"

namespace crossdock::record {

/// Which requests are kept, where, and how much they may take. Off by default: pictures of waybills are personal data.
struct LogConfig {
  bool enabled = false;
  std::filesystem::path folder = "request-log";
  double sample = 0.01;
  int64_t seed = 1;
  bool outputs = false;
  int64_t file_bytes = 64 << 20;
  int64_t total_bytes = 1 << 30;
  int max_queued = 256;
  int64_t max_queued_bytes = 64 << 20;
  Status Validate() const;
};

template <class V>
void Describe(LogConfig& c, V& v) {
  v.Field("enabled", c.enabled, "whether requests are written down at all");
  v.Field("folder", c.folder, "folder of the log files; made if it is not there, readable by this user alone");
  v.Field("sample", c.sample, 0.0, 1.0, "probability that a request is kept");
  v.Field("seed", c.seed, 0, int64_t{1} << 53, "of the draw: the same seed draws the same sequence");
  v.Field("outputs", c.outputs, "whether the answers are kept beside the inputs");
  v.Field("file_bytes", c.file_bytes, 1 << 16, int64_t{1} << 40, "size at which a new file is begun, bytes");
  v.Field("total_bytes", c.total_bytes, 1 << 17, int64_t{1} << 50,
          "size of all files together, bytes; the oldest are deleted");
  v.Field("max_queued", c.max_queued, 1, 1 << 16, "records waiting to be written before further ones are dropped");
  v.Field("max_queued_bytes", c.max_queued_bytes, 1 << 16, int64_t{1} << 40, "bytes waiting to be written, likewise");
}

}  // namespace crossdock::record
