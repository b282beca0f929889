#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/clock.h"
#include "jobs/backoff.h"

namespace crossdock::jobs {

/// What came of one try to deliver.
struct Delivery {
  int status = 0;        // of HTTP; 0: there was no answer
  std::string why = {};  // for people, when it failed
  Nanos retry_after{0};  // what the target advised
  bool good() const { return status >= 200 && status < 300; }
  /// 410: the target says that it wants no more.
  bool gone() const { return status == 410; }
};

/// Which letters are tried when: a bounded number at once, few to the same target, failed ones again later and at last not at all. Plain
/// values; no locks, no clock.
class Outbox {
 public:
  struct Options {
    int attempts = 12;
    Backoff backoff;
    size_t parallel = 16;
    size_t parallel_each = 4;
  };
  explicit Outbox(const Options& options) : options_(options) {}

  /// A letter to be tried at `when`; one that is here already stays as it is.
  void Add(const std::string& id, const std::string& origin, int failures, TimePoint when);
  /// Those to be tried now. Each is under way until Settle.
  std::vector<std::string> TakeDue(TimePoint now);

  struct Settled {
    enum class Kind { kDelivered, kAgain, kDead } kind = Kind::kDead;
    int failures = 0;
    TimePoint again;
  };
  /// drawn  0 to 1, for the backoff
  Settled Settle(const std::string& id, const Delivery& delivery, TimePoint now, double drawn);

  /// When the next one is due, as far as time alone decides; TimePoint::max() if nothing waits for time.
  TimePoint NextTime() const;
  size_t size() const { return letters_.size(); }

 private:
  struct Letter {
    std::string origin;
    int failures = 0;
    bool under_way = false;
  };
  const Options options_;
  std::unordered_map<std::string, Letter> letters_;
  std::multimap<TimePoint, std::string> waiting_;
  std::unordered_map<std::string, size_t> under_way_;  // by origin
  size_t all_under_way_ = 0;
};

}  // namespace crossdock::jobs
