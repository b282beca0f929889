#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "engine/libtorch/cuda/task_thread.h"

namespace crossdock::engine::libtorch {

/// Threads that help a caller to bring a large input into staging memory: one alone reaches a part of what memory gives. While several calls
/// are under way they keep each other company anyhow, so one of them is helped and the others do without.
class CopyTeam {
 public:
  /// helpers  threads beside the caller's
  explicit CopyTeam(int helpers);

  /// Calls `piece` for 0 … pieces - 1, each once, on this thread and on helpers that are free; returns when all have ended.
  /// throws  what a piece throws; others may not have been begun then
  void Run(size_t pieces, const std::function<void(size_t)>& piece);

 private:
  std::mutex busy_;  // held by the call that is helped
  std::vector<std::unique_ptr<TaskThread>> helpers_;
};

}  // namespace crossdock::engine::libtorch
