#include "model/idle_preload.h"

#include <utility>

namespace crossdock::model {

/// Goes when the load has ended, or was dropped.
class IdlePreload::UnderWay {
 public:
  explicit UnderWay(std::shared_ptr<Waiting> waiting) : waiting_(std::move(waiting)) { ++*waiting_->loads.Lock(); }
  ~UnderWay() {
    --*waiting_->loads.Lock();
    waiting_->changed.notify_all();
  }
  UnderWay(const UnderWay&) = delete;
  UnderWay& operator=(const UnderWay&) = delete;

 private:
  const std::shared_ptr<Waiting> waiting_;
};

IdlePreload::IdlePreload(std::vector<std::string> models, Nanos quiet, Parts parts)
    : models_(std::move(models)), quiet_(quiet), parts_(std::move(parts)) {
  if (!models_.empty()) thread_ = std::jthread([this](const std::stop_token& stop) { Loop(stop); });
}

void IdlePreload::Loop(const std::stop_token& stop) {
  parts_.wait_settled(stop);
  for (const std::string& model : models_) {
    WaitQuiet(stop);
    if (stop.stop_requested()) return;
    LoadOne(model, stop);
  }
}

void IdlePreload::WaitQuiet(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    // The earliest moment at which it can have been quiet for long enough; what happens meanwhile moves it.
    const TimePoint moment = parts_.last_activity() + quiet_;
    if (parts_.clock.Now() >= moment) return;
    auto loads = waiting_->loads.Lock();
    loads.Wait(parts_.clock, waiting_->changed, moment, stop);
  }
}

void IdlePreload::LoadOne(const std::string& model, const std::stop_token& stop) {
  parts_.load(model, [under_way = std::make_unique<UnderWay>(waiting_)](const Status&) mutable { under_way.reset(); });
  auto loads = waiting_->loads.Lock();
  while (*loads > 0 && !stop.stop_requested()) loads.Wait(parts_.clock, waiting_->changed, TimePoint::max(), stop);
}

}  // namespace crossdock::model
