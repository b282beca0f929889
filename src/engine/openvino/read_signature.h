#pragma once

#include <openvino/runtime/compiled_model.hpp>

#include "engine/engine.h"
#include "engine/openvino/read_model.h"

namespace crossdock::engine::openvino {

/// Ports as the compiled model takes them, metadata as the file carried it (ONNX metadata, or the rt_info of an .xml file).
/// errors  kUnimplemented: an element type that has no name in the protocol, or strings
/// throws  ov::Exception
Result<Signature> ReadSignature(const ReadFile& file, const ov::CompiledModel& compiled);

}  // namespace crossdock::engine::openvino
