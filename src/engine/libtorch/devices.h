#pragma once

#include <memory>

#include "engine/engine.h"
#include "engine/libtorch/program.h"

namespace crossdock::engine::libtorch {

/// GPUs that this build of LibTorch can use: none where it was built without CUDA, or where there is no driver.
int CudaDevices();

/// The session of a program on a GPU.
/// errors  kResourceExhausted, kInternal: streams or staging memory cannot be had
Result<std::unique_ptr<Session>> MakeCudaSession(Program program);

}  // namespace crossdock::engine::libtorch
