#include "net/grpc/metrics.h"

#include <string>

namespace crossdock::net::grpc {

Metrics::Metrics(telemetry::Registry* registry)
    : calls_((registry != nullptr ? *registry : own_)
                 .AddCounter({.name = "crossdock_grpc_requests",
                              .help = "gRPC calls answered, by method and status code",
                              .label_names = {"method", "code"}})),
      durations_((registry != nullptr ? *registry : own_)
                     .AddHistogram({.name = "crossdock_grpc_request_duration_seconds",
                                    .help = "From a gRPC call's message to its answer being ready to send",
                                    .label_names = {"method"},
                                    .unit = "seconds"})) {}

void Metrics::Answered(std::string_view method, int code, Nanos duration, std::string_view request_id) {
  calls_.With({method, std::to_string(code)})->Add();
  durations_.With({method})->Observe(std::chrono::duration<double>(duration).count(), request_id);
}

}  // namespace crossdock::net::grpc
