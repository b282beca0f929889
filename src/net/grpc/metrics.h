#pragma once

#include <string_view>

#include "base/clock.h"
#include "telemetry/registry.h"

namespace crossdock::net::grpc {

/// What the gRPC front end counts. Any thread.
class Metrics {
 public:
  /// Without a registry everything is counted into one of its own that nobody reads.
  explicit Metrics(telemetry::Registry* registry);
  void Answered(std::string_view method, int code, Nanos duration, std::string_view request_id);

 private:
  telemetry::Registry own_;
  telemetry::Family<telemetry::Counter>& calls_;
  telemetry::Family<telemetry::Histogram>& durations_;
};

}  // namespace crossdock::net::grpc
