#pragma once

#include <filesystem>

#include <onnxruntime_cxx_api.h>

#include "engine/engine.h"

namespace crossdock::engine::onnxruntime {

/// Our options in the vendor's words: one operator after the other, `threads` inside an operator, no spinning unless asked for.
/// A hint with a dot ("session.disable_prepacking") is a session configuration entry of ONNX Runtime's; those that this version
/// does not know are refused, as the vendor would silently ignore them. "memory_pattern" (on, off) is the one hint without a dot.
/// errors  kInvalidArgument, naming the option
/// throws  Ort::Exception
Result<Ort::SessionOptions> MakeSessionOptions(const LoadOptions& options);

/// Options of a load that leaves its optimized graph in `file`, in ONNX Runtime's own format.
/// throws  Ort::Exception
void WriteOptimizedTo(const std::filesystem::path& file, Ort::SessionOptions& options);
/// Options of a load from such a graph: its bytes are used in place, and nothing is optimized again.
/// throws  Ort::Exception
void ReadOptimized(Ort::SessionOptions& options);

}  // namespace crossdock::engine::onnxruntime
