#pragma once

#include <memory>
#include <string>

#include "access/principal.h"
#include "base/clock.h"
#include "base/guarded.h"
#include "base/result.h"

namespace crossdock::access {

/// What one principal has under way, held against its limits. Any thread.
class Quota : public std::enable_shared_from_this<Quota> {
 public:
  /// One request under way; giving it up is its destructor.
  class Place {
   public:
    explicit Place(std::shared_ptr<Quota> quota) : quota_(std::move(quota)) {}
    ~Place();
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;
    /// The request holds so many bytes more.
    /// errors  kResourceExhausted (kQuota)
    Status Hold(const Principal& principal, size_t bytes);

   private:
    const std::shared_ptr<Quota> quota_;
    size_t bytes_ = 0;
  };

  /// errors  kResourceExhausted (kQuota): too many under way, or too many in this second (`retry_after` says when the next may come)
  Result<std::shared_ptr<Place>> Enter(const Principal& principal, TimePoint now);

 private:
  struct State {
    int requests = 0;
    size_t bytes = 0;
    double tokens = 0;  // requests that may come at once, by the rate
    TimePoint refilled = TimePoint::min();
  };
  Guarded<State> state_;
};

}  // namespace crossdock::access
