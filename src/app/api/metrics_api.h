#pragma once

#include "net/http/router.h"
#include "telemetry/registry.h"

namespace crossdock::app {

/// `GET /metrics`, in the form that the scraper accepts. The registry outlives the route.
net::http::Route MetricsRoute(const telemetry::Registry& registry);

}  // namespace crossdock::app
