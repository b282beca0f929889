#include "engine/libtorch/devices.h"

/// For a LibTorch without CUDA, in place of the files of cuda/.
namespace crossdock::engine::libtorch {

int CudaDevices() { return 0; }

Result<std::unique_ptr<Session>> MakeCudaSession(Program /*program*/) {
  return InvalidArgument("providers", "this build of libtorch has no CUDA");
}

}  // namespace crossdock::engine::libtorch
