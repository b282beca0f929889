#pragma once

#include <memory>
#include <stop_token>
#include <thread>

#include "base/bounded_queue.h"
#include "model/version.h"

namespace crossdock::model {

/// Where versions go that nobody holds any more, so that no request's thread pays for unloading them. What they held is given back to
/// the system.
class Graveyard {
 public:
  Graveyard();
  /// A pin whose last copy brings the version here; without a yard any more, it ends on that thread. Any thread.
  static Pin Wrap(const std::shared_ptr<Graveyard>& yard, std::unique_ptr<const Version> version);

 private:
  void Loop(std::stop_token stop);
  BoundedQueue<std::unique_ptr<const Version>> dead_{256};
  std::jthread thread_;  // last
};

}  // namespace crossdock::model
