#pragma once

#include <onnxruntime_cxx_api.h>

#include "engine/engine.h"

namespace crossdock::engine::onnxruntime {

/// Ports and metadata of a loaded model.
/// errors  kUnimplemented: a port that is no tensor, or of a type that has no name in the protocol
/// throws  Ort::Exception
Result<Signature> ReadSignature(const Ort::Session& session);

}  // namespace crossdock::engine::onnxruntime
