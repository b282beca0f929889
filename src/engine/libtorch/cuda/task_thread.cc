#include "engine/libtorch/cuda/task_thread.h"

#include <pthread.h>

#include <memory>
#include <utility>

namespace crossdock::engine::libtorch {

TaskThread::TaskThread(const std::string& name) : thread_([this](const std::stop_token& stop) { Loop(stop); }) {
  pthread_setname_np(thread_.native_handle(), name.substr(0, 15).c_str());
}

void TaskThread::Post(Task task) {
  waiting_.Lock()->push_back(std::move(task));
  posted_.notify_one();
}

void TaskThread::Loop(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    auto waiting = waiting_.Lock();
    while (waiting->empty() && !stop.stop_requested()) waiting.Wait(clock_, posted_, TimePoint::max(), stop);
    std::deque<Task> tasks = std::exchange(*waiting, {});
    waiting.Unlock();
    for (Task& task : tasks) {
      task();
      task = nullptr;  // what it holds goes now, not after the others
    }
  }
}

TaskThread& EndsThread() {
  static auto* const thread = std::make_unique<TaskThread>("torch-ends").release();
  return *thread;
}

}  // namespace crossdock::engine::libtorch
