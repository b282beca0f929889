#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "engine/engine.h"
#include "schedule/batching_config.h"

namespace crossdock::model {

/// `models/<name>/model.yaml`. Every field has a default: a bare .onnx file needs no configuration.
struct ModelConfig {
  std::string runtime = "onnxruntime";
  engine::LoadOptions options;
  schedule::BatchingConfig batching;
  std::string tier = "normal";                    // of requests that do not say their own
  int deadline_ms = 0;                            // of requests that do not say their own; 0: the server's default
  std::vector<std::vector<int64_t>> warm_shapes;  // buckets: shapes of the first input without its batch dimension
  std::string version_policy = "latest";          // "latest", "all", or a list of numbers: "1,3"
  Status Validate() const;
};

}  // namespace crossdock::model
