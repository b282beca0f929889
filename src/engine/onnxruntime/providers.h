#pragma once

#include <string>
#include <vector>

#include <onnxruntime_cxx_api.h>

#include "engine/engine.h"

namespace crossdock::engine::onnxruntime {

/// What this build of ONNX Runtime was made with, best first, in our words: "CUDA", "CPU".
std::vector<std::string> AvailableProviders();

/// "CUDAExecutionProvider" → "CUDA".
std::string ShortName(std::string_view vendor_name);

/// Whether nothing but the processor is asked for: its kernels are compiled already, for every shape.
bool OnCpuAlone(const LoadOptions& options);

/// Asks for the providers in their order; the vendor adds the CPU behind them by itself.
/// errors  kInvalidArgument ("providers"): one that is not in this build, with a list of those that are, or options for CPU
/// throws  Ort::Exception: the provider's library or device is not there, an option that it does not know
Status AppendProviders(const std::vector<ProviderOption>& providers, Ort::SessionOptions& options);

}  // namespace crossdock::engine::onnxruntime
