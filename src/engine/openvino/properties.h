#pragma once

#include <string>

#include <openvino/runtime/core.hpp>

#include "engine/engine.h"

namespace crossdock::engine::openvino {

/// What this machine's OpenVINO can run on, the processor first: {"CPU", "GPU"}.
std::vector<std::string> AvailableDevices(const ov::Core& core);

/// The device to compile for: "CPU" where none is asked for, "GPU", or "HETERO:GPU,CPU" where several are, in order of preference.
/// errors  kInvalidArgument ("providers"): one that is not here, with a list of those that are
Result<std::string> DeviceFor(const LoadOptions& options, const ov::Core& core);

/// Our options in the vendor's words. Streams and threads are always set, so that slots are known; hints are properties of the
/// device by their own names, and the vendor refuses those that it does not know.
/// errors  kInvalidArgument, naming the option
/// throws  ov::Exception
Result<ov::AnyMap> PropertiesFor(const LoadOptions& options, const std::string& device, const ov::Core& core);

}  // namespace crossdock::engine::openvino
