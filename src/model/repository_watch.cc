#include "model/repository_watch.h"

#include <utility>

#include "base/log.h"
#include "base/thread_priority.h"

namespace crossdock::model {

RepositoryWatch::RepositoryWatch(Options options, Clock& clock)
    : options_(std::move(options)),
      clock_(clock),
      detector_(options_.known),
      thread_([this](std::stop_token stop) { Loop(stop); }) {}

void RepositoryWatch::Loop(std::stop_token stop) {
  SetThreadPriority("model-watch", 19);
  while (!stop.stop_requested()) {
    const TimePoint next = clock_.Now() + options_.period;
    auto held = never_.Lock();
    while (clock_.Now() < next && !stop.stop_requested()) held.Wait(clock_, signal_, next, stop);
    held.Unlock();
    if (!stop.stop_requested()) LookOnce();
  }
}

void RepositoryWatch::LookOnce() {
  auto now = options_.look();
  const std::string problem = now ? "" : now.error().message;
  if (problem != last_problem_ && !problem.empty()) log::Warn("models cannot be looked at", {{"reason", problem}});
  last_problem_ = problem;
  if (!now) return;
  auto changed = detector_.Look(*std::move(now));
  if (!changed.empty()) options_.changed(std::move(changed));
}

}  // namespace crossdock::model
