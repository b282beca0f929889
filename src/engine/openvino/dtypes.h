#pragma once

#include <optional>

#include <openvino/core/type/element_type.hpp>

#include "tensor/tensor.h"

namespace crossdock::engine::openvino {

/// OpenVINO's element types and ours. Nothing for those that the protocol has no name for: 4-bit integers, float8.
std::optional<tensor::DType> FromOpenVino(const ov::element::Type& type);
ov::element::Type ToOpenVino(tensor::DType dtype);

}  // namespace crossdock::engine::openvino
