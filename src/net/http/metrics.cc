#include "net/http/metrics.h"

#include <algorithm>
#include <string>

namespace crossdock::net::http {
namespace {

telemetry::Registry& Choose(telemetry::Registry* given, telemetry::Registry& own) {
  return given != nullptr ? *given : own;
}

}  // namespace

Metrics::Metrics(telemetry::Registry* registry, const std::vector<std::string_view>& paths)
    : requests_(Choose(registry, own_)
                    .AddCounter({.name = "crossdock_http_requests",
                                 .help = "HTTP requests answered, by route and status",
                                 .label_names = {"route", "status"},
                                 .max_series = 1024})),
      dropped_(Choose(registry, own_)
                   .AddCounter({.name = "crossdock_http_connections_dropped",
                                .help = "HTTP connections that the server ended, by reason",
                                .label_names = {"reason"}})),
      connections_(Choose(registry, own_)
                       .AddGauge({.name = "crossdock_http_connections", .help = "Open HTTP connections"})
                       .With({})),
      received_(
          Choose(registry, own_)
              .AddCounter(
                  {.name = "crossdock_http_received_bytes", .help = "Bytes of HTTP request bodies", .unit = "bytes"})
              .With({})) {
  auto& durations =
      Choose(registry, own_)
          .AddHistogram({.name = "crossdock_http_request_duration_seconds",
                         .help = "From the last byte of an HTTP request to the answer being ready to send",
                         .label_names = {"route"},
                         .unit = "seconds"});
  auto add = [&](std::string_view path) {
    routes_.push_back({path, durations.With({path}), requests_.With({path, "200"})});
  };
  for (const auto path : paths) add(path);
  add("none");
}

void Metrics::Answered(size_t route, int status, Nanos duration, std::string_view request_id) {
  PerRoute& per_route = routes_[std::min(route, routes_.size() - 1)];
  per_route.duration->Observe(std::chrono::duration<double>(duration).count(), request_id);
  if (status == 200)
    per_route.ok->Add();
  else
    requests_.With({per_route.path, std::to_string(status)})->Add();
}

}  // namespace crossdock::net::http
