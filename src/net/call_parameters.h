#pragma once

#include <cstdint>
#include <string_view>
#include <variant>

#include "base/result.h"
#include "net/infer_call.h"

namespace crossdock::net {

/// A value of the protocol's "parameters"; integers that do not fit int64 come as doubles.
using ParameterValue = std::variant<bool, int64_t, double, std::string_view>;

/// One parameter of a request: tier, priority, timeout, deadline_ms, timing, binary_data_output. Unknown names are left alone, as the
/// protocol leaves parameters open; what would change the answer and is not there (sequences) is refused.
/// errors  kInvalidArgument or kUnimplemented at "parameters.NAME"
Status ApplyRequestParameter(std::string_view name, const ParameterValue& value, InferCall& call);

/// One parameter of an input or output that is the same in both protocols; `field` is the tensor's, as in "outputs[1]".
/// errors  kUnimplemented: shared memory, classification
Status CheckTensorParameter(std::string_view name, const ParameterValue& value, std::string_view field);

/// The X-Crossdock-* headers, or gRPC metadata of these names in lower case; empty values are no values. A parameter of the body wins.
/// errors  kInvalidArgument naming the header
Status ApplyHeaders(std::string_view tier, std::string_view deadline_ms, std::string_view timing, InferCall& call);

}  // namespace crossdock::net
