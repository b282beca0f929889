#include "pipeline/worker_pool.h"

#include <exception>
#include <utility>

#include <fmt/format.h>

#include "base/log.h"
#include "base/thread_priority.h"

namespace crossdock::pipeline {

WorkerPool::WorkerPool(Options options, Clock& clock) : options_(std::move(options)), clock_(clock) {
  for (int i = 0; i < options_.threads; ++i) {
    threads_.emplace_back([this, i](std::stop_token stop) { Loop(i, stop); });
  }
}

void WorkerPool::Stop() {
  for (auto& thread : threads_) thread.request_stop();
  threads_.clear();
  auto state = state_.Lock();
  state->stopped = true;
  const auto dropped = std::exchange(state->jobs, {});
  state.Unlock();
}

bool WorkerPool::Submit(Tier tier, TimePoint deadline, UniqueFunction<void()> job) {
  {
    auto state = state_.Lock();
    if (state->stopped || state->jobs.size() >= options_.max_queued) return false;
    if (options_.threads == 0) {
      state.Unlock();
      Run(job);
      return true;
    }
    state->jobs.emplace(Order{tier, deadline, state->next_number++}, std::move(job));
  }
  ready_.notify_one();
  return true;
}

size_t WorkerPool::queued() { return state_.Lock()->jobs.size(); }

void WorkerPool::Loop(int index, std::stop_token stop) {
  SetThreadPriority(fmt::format("{}-{}", options_.name, index), options_.nice);
  while (!stop.stop_requested()) {
    auto state = state_.Lock();
    if (state->jobs.empty()) {
      state.Wait(clock_, ready_, TimePoint::max(), stop);
      continue;
    }
    UniqueFunction<void()> job = std::move(state->jobs.begin()->second);
    state->jobs.erase(state->jobs.begin());
    state.Unlock();
    Run(job);
  }
}

void WorkerPool::Run(UniqueFunction<void()>& job) const {
  try {
    job();
  } catch (const std::exception& e) {
    log::Error("a job failed with an exception", {{"pool", options_.name}, {"what", e.what()}});
  }
}

}  // namespace crossdock::pipeline
