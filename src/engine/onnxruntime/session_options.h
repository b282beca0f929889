#pragma once

#include <onnxruntime_cxx_api.h>

#include "engine/engine.h"

namespace crossdock::engine::onnxruntime {

/// Our options in the vendor's words: one operator after the other, `threads` inside an operator, no spinning unless asked for.
/// A hint with a dot ("session.disable_prepacking") is a session configuration entry of ONNX Runtime's; those that this version
/// does not know are refused, as the vendor would silently ignore them. "memory_pattern" (on, off) is the one hint without a dot.
/// errors  kInvalidArgument, naming the option
/// throws  Ort::Exception
Result<Ort::SessionOptions> MakeSessionOptions(const LoadOptions& options);

}  // namespace crossdock::engine::onnxruntime
