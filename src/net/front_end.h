#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "access/gate.h"
#include "base/result.h"
#include "model/catalog.h"
#include "pipeline/request.h"

namespace crossdock::net {

/// A number of events and the time they took together.
struct DurationCount {
  uint64_t count = 0;
  uint64_t ns = 0;
};

/// What the statistics extension reports of one version: names as in that extension.
struct ModelStatistics {
  std::string name;
  std::string version;
  uint64_t last_inference_ms = 0;  // of the Unix clock
  uint64_t inference_count = 0;    // rows
  uint64_t execution_count = 0;    // engine calls
  DurationCount success, fail, queue, compute_input, compute_infer, compute_output, cache_hit, cache_miss;
  struct Batch {
    uint64_t batch_size = 0;
    DurationCount compute_input, compute_infer, compute_output;
  };
  std::vector<Batch> batches;
};

/// What both front ends serve, given once by `app`. Everything referred to outlives the servers; functions may be called from any
/// thread. A function that is empty takes its endpoint, and the extension's name, out of what the server says of itself.
struct FrontEnd {
  pipeline::InferService& infer;
  const model::Catalog& catalog;
  access::Gate* gate = nullptr;  // of gRPC; null: nobody is asked who he is
  std::string name = "crossdock";
  std::string version = "0.1.0";
  std::chrono::milliseconds default_deadline{30'000};  // of requests and models that say none; 0: none

  /// Whether the server as a whole takes requests; empty: it does.
  std::function<bool()> ready = {};

  /// Load or unload a model by name; may take seconds and answers from any thread.
  using RepositoryAction = std::function<void(std::string model, pipeline::Completion<void> done)>;
  RepositoryAction load = {};
  RepositoryAction unload = {};

  /// Statistics of one model (an empty name: of all) and version (empty: of all).
  std::function<Result<std::vector<ModelStatistics>>(const std::string& model, const std::string& version)> statistics =
      {};

  bool IsReady() const { return !ready || ready(); }
  /// The protocol's extensions that this server really has.
  std::vector<std::string> Extensions() const;
};

}  // namespace crossdock::net
