#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/tier.h"
#include "tensor/tensor.h"

namespace crossdock::record {

struct NamedTensor {
  std::string name;
  tensor::Tensor tensor;
};

/// One request to one model version, as it was seen and as it was decided on.
struct Record {
  std::string request_id;
  int64_t received_unix_us = 0;  // wall clock, microseconds since 1970
  std::string model;
  int version = 0;
  Tier tier = Tier::kNormal;
  std::string outcome = "ok";                 // or the name of the error code: "deadline_exceeded"
  std::map<std::string, std::string> labels;  // strata: "line": "A", "light": "night"
  std::map<std::string, int64_t>
      facts;                         // what was decided and measured: "batch_rows", "queue_ns", "engine_ns", "bucket"
  std::vector<NamedTensor> inputs;   // shared with the request, not copied
  std::vector<NamedTensor> outputs;  // may be left out
};

/// Bytes that holding and writing the record costs, roughly.
size_t SizeOf(const Record& record);

/// The record as the payload of a frame; docs/formats/request-log.md says how.
std::vector<std::byte> Encode(const Record& record);
/// The tensors are copies of their own, aligned. Unknown fields are passed over.
/// errors  kInvalidArgument: a length that runs past the end, an unknown dtype or tier, bytes that do not fit shape and dtype
Result<Record> Decode(std::span<const std::byte> payload);

}  // namespace crossdock::record
