#include "app/api/metrics_api.h"

#include <utility>

#include "app/api/operations.h"
#include "telemetry/exposition.h"

namespace crossdock::app {

net::http::Route MetricsRoute(const telemetry::Registry& registry) {
  return {.method = "GET",
          .path = "/metrics",
          .role = net::http::Role::kObserve,
          .handler =
              [&registry](const net::http::Request& request, net::http::Responder responder) {
                const telemetry::TextFormat format = telemetry::ChooseFormat(request.headers.Get("Accept"));
                net::http::Response response;
                response.content_type = telemetry::ContentType(format);
                response.body = telemetry::ToText(registry.Take(), format);
                responder.Send(std::move(response));
              },
          .operation = DescribeMetrics()};
}

}  // namespace crossdock::app
