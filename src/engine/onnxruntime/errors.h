#pragma once

#include <filesystem>

#include <onnxruntime_cxx_api.h>

#include "base/result.h"

namespace crossdock::engine::onnxruntime {

/// What ONNX Runtime said while loading `file`: kInvalidArgument for what the file is to blame for (opset, operator, graph,
/// a missing second file), kResourceExhausted, or kInternal. The vendor's text names opset, operator and node.
Error LoadError(const Ort::Exception& e, const std::filesystem::path& file);

/// What it said while running: kCancelled if `stopped`, kResourceExhausted when memory ran out, else kInternal.
Error RunError(const Ort::Exception& e, bool stopped);

}  // namespace crossdock::engine::onnxruntime
