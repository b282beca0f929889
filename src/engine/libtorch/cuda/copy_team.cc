#include "engine/libtorch/cuda/copy_team.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <latch>
#include <string>

namespace crossdock::engine::libtorch {

CopyTeam::CopyTeam(int helpers) {
  for (int i = 0; i < helpers; ++i) helpers_.push_back(std::make_unique<TaskThread>("torch-copy-" + std::to_string(i)));
}

void CopyTeam::Run(size_t pieces, const std::function<void(size_t)>& piece) {
  std::unique_lock turn(busy_, std::try_to_lock);
  const size_t helping = turn ? std::min(helpers_.size(), pieces - std::min<size_t>(pieces, 1)) : 0;
  std::atomic<size_t> next = 0;
  std::atomic<bool> failed = false;
  std::exception_ptr failure;
  const auto work = [&] {
    try {
      for (size_t i = next++; i < pieces && !failed; i = next++) piece(i);
    } catch (...) {
      if (!failed.exchange(true)) failure = std::current_exception();
    }
  };
  std::latch ended(static_cast<std::ptrdiff_t>(helping));
  for (size_t i = 0; i < helping; ++i) {
    helpers_[i]->Post([&] {
      work();
      ended.count_down();
    });
  }
  work();
  ended.wait();  // they use what lies on this stack
  if (failure) std::rethrow_exception(failure);
}

}  // namespace crossdock::engine::libtorch
