#include <fmt/format.h>

#include "engine/engine.h"

namespace crossdock::engine {

Result<std::unique_ptr<Session>> Runtime::LoadAndKeep(const std::filesystem::path& /*model*/,
                                                      const LoadOptions& /*options*/,
                                                      const std::filesystem::path& /*into*/) {
  return Error{ErrorCode::kUnimplemented, fmt::format("{} keeps no models", name()), "runtime"};
}

Result<std::unique_ptr<Session>> Runtime::LoadKept(const KeptModel& /*kept*/, const LoadOptions& /*options*/) {
  return Error{ErrorCode::kUnimplemented, fmt::format("{} keeps no models", name()), "runtime"};
}

}  // namespace crossdock::engine
