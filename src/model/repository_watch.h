#pragma once

#include <condition_variable>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "base/guarded.h"
#include "model/inventory.h"

namespace crossdock::model {

/// Looks at what there is every `period`, and says what has changed and come to rest: after two to three periods. A look and not the
/// kernel's notifications, since those do not come from network file systems and say nothing of when a copy is complete.
class RepositoryWatch {
 public:
  struct Options {
    Nanos period{0};
    Inventory known;                                        // what has been acted on already
    std::function<Result<Inventory>()> look;                // a failure is logged, once, and changes nothing
    std::function<void(std::vector<std::string>)> changed;  // names of models; both are called from the watch's thread
  };
  /// `clock` outlives the watch.
  RepositoryWatch(Options options, Clock& clock);

 private:
  void Loop(std::stop_token stop);
  void LookOnce();

  const Options options_;
  Clock& clock_;
  ChangeDetector detector_;
  std::string last_problem_;
  Guarded<bool> never_{false};  // waited on for its time alone
  std::condition_variable_any signal_;
  std::jthread thread_;  // last
};

}  // namespace crossdock::model
