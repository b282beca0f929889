#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "base/guarded.h"
#include "base/result.h"
#include "base/unique_function.h"

namespace crossdock::model {

/// Loads models that can wait, one after the other, each when nothing has happened for a while: once the others have settled, and not
/// while calls run.
class IdlePreload {
 public:
  struct Parts {
    Clock& clock;
    /// When something last happened; now, while something happens. Any thread.
    std::function<TimePoint()> last_activity;
    /// Blocks until the models of the start have settled, or `stop`.
    std::function<void(std::stop_token)> wait_settled;
    /// Begins to load the model of this name; `done` is called, or destroyed, when that has ended, well or badly.
    std::function<void(const std::string& model, UniqueFunction<void(Status)> done)> load;
  };
  /// Does nothing where `models` is empty.
  IdlePreload(std::vector<std::string> models, Nanos quiet, Parts parts);

 private:
  struct Waiting {
    Guarded<int> loads{0};  // under way
    std::condition_variable_any changed;
  };
  class UnderWay;
  void Loop(const std::stop_token& stop);
  void WaitQuiet(const std::stop_token& stop);
  void LoadOne(const std::string& model, const std::stop_token& stop);

  const std::vector<std::string> models_;
  const Nanos quiet_;
  const Parts parts_;
  const std::shared_ptr<Waiting> waiting_ = std::make_shared<Waiting>();  // a load may end after this object
  std::jthread thread_;                                                   // last
};

}  // namespace crossdock::model
