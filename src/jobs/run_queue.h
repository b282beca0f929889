#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>

#include "base/clock.h"
#include "base/tier.h"

namespace crossdock::jobs {

/// The accepted jobs that do not run yet, in the order in which they will: by tier, then as they were accepted. One that has to wait after a
/// failure takes its old place once its time has come. Plain values; no locks, no clock.
class RunQueue {
 public:
  struct Entry {
    std::string id;
    Tier tier = Tier::kNormal;
    uint64_t number = 0;  // of acceptance
  };
  void Add(Entry entry, TimePoint not_before);
  /// False if it is not here.
  bool Remove(const std::string& id);
  /// The next one that may run at `now`.
  std::optional<Entry> TakeReady(TimePoint now);
  /// When the earliest of those that have to wait may run; TimePoint::max() if none waits for time.
  TimePoint NextTime() const { return later_.empty() ? TimePoint::max() : later_.begin()->first; }
  bool HasReady() const { return !ready_.empty(); }
  size_t size() const { return ready_.size() + later_.size(); }

 private:
  std::map<std::tuple<Tier, uint64_t>, Entry> ready_;
  std::multimap<TimePoint, Entry> later_;
};

}  // namespace crossdock::jobs
