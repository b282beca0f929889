#pragma once

#include <cstddef>
#include <span>

#include <onnxruntime_cxx_api.h>

#include "base/guarded.h"
#include "base/result.h"

namespace crossdock::engine::onnxruntime {

/// The one vendor environment of the process. Telemetry is off; what it logs from "warning" up goes to our log.
class Environment {
 public:
  Environment();

  /// Loads a model with an arena of its own that grows by what is asked for, up to `arena_bytes` (0: no limit). `options` must
  /// have "session.use_env_allocators" set. One load at a time: the vendor hands the arena over through the environment.
  /// throws  Ort::Exception
  Ort::Session Load(const char* file, const Ort::SessionOptions& options, int64_t arena_bytes);
  /// The same from memory that outlives the session.
  Ort::Session Load(std::span<const std::byte> model, const Ort::SessionOptions& options, int64_t arena_bytes);

 private:
  Guarded<Ort::Env> env_;
};

}  // namespace crossdock::engine::onnxruntime
