#pragma once

#include <filesystem>

#include <torch/csrc/jit/api/module.h>

#include "engine/engine.h"
#include "engine/libtorch/setup.h"

namespace crossdock::engine::libtorch {

/// Reads a TorchScript file onto its device and rewrites it as far as the set-up says. A file that was saved frozen is taken as it is.
/// errors  kInvalidArgument: custom_op_libraries, hints, or the file (its field is "model"); kResourceExhausted: memory
Result<torch::jit::Module> LoadModule(const std::filesystem::path& file, const LoadOptions& options,
                                      const Setup& setup);

}  // namespace crossdock::engine::libtorch
