#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

/// What `crossdock-hub` can do, one function a verb. Each returns the exit code: 0, 1 failed, 2 wrong usage.
namespace crossdock::hub {

struct DrawOptions {
  uint64_t seed = 1;
  int count = 54;
  std::filesystem::path out;
};
int RunDraw(const DrawOptions& options);

}  // namespace crossdock::hub
