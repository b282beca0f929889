#pragma once

#include <optional>
#include <string>
#include <vector>

#include <c10/core/Device.h>

#include "engine/engine.h"

namespace crossdock::engine::libtorch {

/// How far a module is rewritten for inference.
enum class Level {
  kAsItIs,     // "none": every operator as the file has it, as Python runs it eagerly
  kFrozen,     // "basic": weights and submodules become constants, which are folded; and what the executor fuses
  kOptimized,  // "all": also LibTorch's own passes for inference: convolutions with what follows, oneDNN or cuDNN layouts
};

/// Our options in LibTorch's terms.
struct Setup {
  c10::Device device = c10::kCPU;
  Level level = Level::kOptimized;
  int threads = 1;             // of one call, on the processor
  int slots = 1;               // calls at once: callers on the processor, streams on a GPU
  bool channels_last = false;  // weights of convolutions in NHWC
  // CUDA: replay a recorded graph for shapes seen before. Nothing: where the module keeps no state, so that every call is the same.
  std::optional<bool> graphs;
};

/// What this machine's LibTorch can run on, best first: {"CUDA:0", "CPU"}.
std::vector<std::string> AvailableDevices();

/// errors  kInvalidArgument, naming the option: what LibTorch has no counterpart for is refused rather than ignored
Result<Setup> SetupFor(const LoadOptions& options);

}  // namespace crossdock::engine::libtorch
