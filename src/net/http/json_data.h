#pragma once

#include <string_view>

#include <simdjson.h>

#include "base/result.h"
#include "tensor/tensor.h"

namespace crossdock::net::http {

/// Turns what simdjson says into an error of ours. `field`: where it was read.
Error FromSimdjson(simdjson::error_code code, std::string_view field);

/// The "data" of an input: a flat list of all elements, or lists in lists exactly as the shape says; a scalar may stand alone. `shape`
/// is already checked, so that its elements fit memory.
/// errors  kInvalidArgument at `field` or an element of it, as in "inputs[0].data[2]": a wrong count, ragged lists, an element that is
///         not of the type or does not fit it
Result<tensor::Tensor> ReadJsonData(simdjson::ondemand::value data, tensor::DType dtype, const tensor::Shape& shape,
                                    std::string_view field);

}  // namespace crossdock::net::http
