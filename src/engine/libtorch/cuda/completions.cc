#include "engine/libtorch/cuda/completions.h"

#include <pthread.h>

#include <memory>
#include <utility>

namespace crossdock::engine::libtorch {

Completions::Completions() : thread_([this](const std::stop_token& stop) { Loop(stop); }) {
  pthread_setname_np(thread_.native_handle(), "torch-ends");
}

void Completions::Post(End end) {
  waiting_.Lock()->push_back(std::move(end));
  posted_.notify_one();
}

void Completions::Loop(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    auto waiting = waiting_.Lock();
    while (waiting->empty() && !stop.stop_requested()) waiting.Wait(clock_, posted_, TimePoint::max(), stop);
    std::deque<End> ends = std::exchange(*waiting, {});
    waiting.Unlock();
    for (End& end : ends) end();
  }
}

Completions& TheCompletions() {
  static auto* const completions = std::make_unique<Completions>().release();
  return *completions;
}

}  // namespace crossdock::engine::libtorch
