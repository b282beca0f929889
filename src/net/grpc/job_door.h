#pragma once

#include <chrono>

#include "base/clock.h"
#include "base/tier.h"

namespace crossdock::jobs {
class JobService;
}

namespace crossdock::net::grpc {

/// What the jobs' service of gRPC leads to; all of it outlives the server.
struct JobDoor {
  jobs::JobService& jobs;
  Clock& clock;
  Tier tier = Tier::kCritical;            // of jobs that do not say their own
  std::chrono::seconds longest_wait{60};  // that a client may ask for
};

}  // namespace crossdock::net::grpc
