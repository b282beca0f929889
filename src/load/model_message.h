#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "load/message.h"
#include "tensor/tensor.h"

namespace crossdock::load {

/// What a model takes and how much of it is sent.
struct ModelCall {
  std::string model = {};
  int64_t batch = 1;                                        // for an open first dimension
  std::map<std::string, std::vector<int64_t>> shapes = {};  // whole shapes by the inputs' names
  uint32_t seed = 1;                                        // of the made numbers, which lie between 0 and 1
};

/// An inference request with binary tensors for the model that `metadata` (the reply of GET /v2/models/NAME) describes.
/// errors  kInvalidArgument: metadata that cannot be read, an open dimension that nothing fills, a shape that is not of the model
Result<Message> MakeModelMessage(const Address& address, const ModelCall& call, std::string_view metadata,
                                 HeaderLines headers);

}  // namespace crossdock::load
