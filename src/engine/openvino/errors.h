#pragma once

#include <string>
#include <string_view>

namespace crossdock::engine::openvino {

/// What OpenVINO said, without the places in its own sources: its summary where it wrote one ("No conversion rule found for
/// operations: Det-11"), else its last words.
std::string Condense(std::string_view vendor_text);

}  // namespace crossdock::engine::openvino
