#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/engine.h"
#include "model/model_config.h"
#include "schedule/latency_table.h"

namespace crossdock::model {

struct VersionId {
  std::string name;
  int version = 1;
};

/// One set of input shapes that is warmed and batched together, in signature order, without the batch dimension where a port has
/// one.
struct Bucket {
  std::vector<tensor::Shape> inputs;
};

/// Where the time of a load went.
struct LoadTimes {
  bool hot = false;  // what an earlier start found out was used
  Nanos prepare{0};  // the runtime: reading, optimizing, compiling, or reading what it made of the model earlier
  Nanos trial{0};    // whether rows can be batched
  Nanos warm{0};     // calls on every bucket
};

/// One loaded, warmed version of a model. Immutable and shared by pins; the last pin to go unloads it, so a request that took its
/// pin at admission keeps the same version to its answer. Every method may be called from any thread.
class Version {
 public:
  struct Parts {
    VersionId id;
    ModelConfig config;
    std::string runtime;  // "onnxruntime"
    std::string runtime_version;
    std::unique_ptr<engine::Session> session;
    engine::Signature signature;  // with the batch axes that the trial found
    int max_batch = 1;            // rows in one call; 1 where the trial said that the model cannot be batched
    std::string batch_note;       // why it cannot, for the operator
    std::vector<Bucket> buckets;  // warmed shapes; a dynamic model takes others too
    std::vector<schedule::LatencyTable> latency;  // what warm-up measured, one per bucket
    LoadTimes load_times;
  };
  explicit Version(Parts parts) : parts_(std::move(parts)) {}

  const VersionId& id() const { return parts_.id; }
  const ModelConfig& config() const { return parts_.config; }
  const std::string& runtime() const { return parts_.runtime; }
  const std::string& runtime_version() const { return parts_.runtime_version; }
  engine::Session& session() const { return *parts_.session; }
  const engine::Signature& signature() const { return parts_.signature; }
  int max_batch() const { return parts_.max_batch; }
  /// Whether dimension 0 of every input and output counts independent rows.
  bool batchable() const { return parts_.max_batch > 1; }
  const std::string& batch_note() const { return parts_.batch_note; }
  std::span<const Bucket> buckets() const { return parts_.buckets; }
  std::span<const schedule::LatencyTable> latency() const { return parts_.latency; }
  const LoadTimes& load_times() const { return parts_.load_times; }

 private:
  Parts parts_;
};

using Pin = std::shared_ptr<const Version>;

}  // namespace crossdock::model
