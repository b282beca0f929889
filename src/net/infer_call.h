#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "access/gate.h"
#include "base/clock.h"
#include "base/result.h"
#include "net/front_end.h"
#include "pipeline/request.h"
#include "tensor/tensor.h"

namespace crossdock::net {

/// Bounds on what one inference may say, whatever its size.
inline constexpr size_t kMaxTensors = 256;
inline constexpr size_t kMaxRank = 16;
inline constexpr size_t kMaxNameBytes = 1024;
inline constexpr double kLongestDeadlineMs = 24.0 * 3600 * 1000;

/// How urgent a call is, as its sender wrote it; empty where it did not say.
struct CallOptions {
  std::optional<std::string> tier;
  std::optional<int64_t> priority;    // the protocol's levels: 0 the model's own, 1 critical, 2 normal, 3 batch
  std::optional<int64_t> timeout_us;  // the protocol's "timeout": microseconds from arrival; 0: none
  std::optional<double> deadline_ms;  // ours: milliseconds from arrival
  bool timing = false;                // the reply tells where the time went
};

struct WantedOutput {
  std::string name;
  std::optional<bool> binary;  // HTTP: how this output shall come back
};

/// One inference as a codec understood it, before anything was looked up.
struct InferCall {
  std::string model;
  std::string version;     // empty: the newest ready one
  std::string body_id;     // the protocol's own id, echoed as it came
  std::string request_id;  // of the log; never empty
  access::Caller caller;
  CallOptions options;
  TimePoint received;
  std::vector<pipeline::NamedTensor> inputs;
  std::vector<WantedOutput> outputs;
  bool binary_outputs = false;  // HTTP: for outputs that do not say
};

/// A version number from a path or message; empty text: any.
/// errors  kInvalidArgument at `field`: not a number of 1 and more
Result<std::optional<int>> ParseVersion(std::string_view text, std::string_view field);

/// The name of an element type.
/// errors  kInvalidArgument at `field`, listing those that there are
Result<tensor::DType> ParseDataType(std::string_view name, std::string_view field);

/// Elements of a tensor that a sender described, checked before memory is taken for it.
/// errors  kInvalidArgument at `field`: negative or overflowing dimensions, too many of them, or more elements than `most`
Result<int64_t> CheckShape(const tensor::Shape& shape, int64_t most, std::string_view field);

/// The one place where a call becomes a request: checks names and options, finds the model and takes its defaults. `done` is left
/// empty.
/// errors  kInvalidArgument naming the field (unnamed, repeated or too many tensors, tier, deadline); what Catalog::Find and Caller::Allow say
Result<pipeline::InferRequest> BuildInferRequest(const FrontEnd& front_end, InferCall& call);

}  // namespace crossdock::net
