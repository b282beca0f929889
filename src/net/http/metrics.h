#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "telemetry/registry.h"

namespace crossdock::net::http {

/// What the HTTP front end counts. Any thread; one request costs a handful of relaxed atomic operations.
class Metrics {
 public:
  /// `paths`: the routes' patterns, by number. Without a registry everything is counted into one of its own that nobody reads.
  Metrics(telemetry::Registry* registry, const std::vector<std::string_view>& paths);

  /// One answered request; `route` beyond the table: none was found.
  void Answered(size_t route, int status, Nanos duration, std::string_view request_id);
  void BodyReceived(size_t bytes) { received_->Add(bytes); }
  void Opened() { connections_->Add(1); }
  void Closed() { connections_->Add(-1); }
  /// A connection that was closed by us: "timeout", "limit", "bad_request".
  void Dropped(std::string_view why) { dropped_.With({why})->Add(); }

 private:
  struct PerRoute {
    std::string_view path;
    std::shared_ptr<telemetry::Histogram> duration;
    std::shared_ptr<telemetry::Counter> ok;
  };
  telemetry::Registry own_;
  telemetry::Family<telemetry::Counter>& requests_;
  telemetry::Family<telemetry::Counter>& dropped_;
  std::shared_ptr<telemetry::Gauge> connections_;
  std::shared_ptr<telemetry::Counter> received_;
  std::vector<PerRoute> routes_;
};

}  // namespace crossdock::net::http
