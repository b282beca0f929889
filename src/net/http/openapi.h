#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "net/http/operation.h"
#include "net/http/router.h"

namespace crossdock::net::http {

/// The routes as an OpenAPI 3.1 document: each row once, with its own operation and what the server itself may answer on any route.
std::string OpenApi(std::span<const Route> routes, std::span<const Schema> schemas, std::string_view version);

/// `routes` and one more, GET /openapi.json, which describes them all and itself.
std::vector<Route> WithOpenApi(std::vector<Route> routes, std::span<const Schema> schemas, std::string_view version);

}  // namespace crossdock::net::http
