#pragma once

#include <torch/csrc/jit/api/module.h>

#include "engine/engine.h"

namespace crossdock::engine::libtorch {

/// The declared ports, in the order of forward's arguments. TorchScript knows names of arguments, but neither dtypes nor shapes nor
/// names of results, so both sides have to be declared; what is declared is held against what forward does say.
/// errors  kInvalidArgument ("inputs", "outputs"): nothing declared (the message shows what to write), or not what forward has;
///         kUnimplemented: strings; arguments or results that are not tensors
Result<Signature> ReadSignature(const torch::jit::Module& module, const LoadOptions& options);

}  // namespace crossdock::engine::libtorch
