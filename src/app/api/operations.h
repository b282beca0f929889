#pragma once

#include <vector>

#include "net/http/operation.h"

/// What the routes of the hub's own API say of themselves, for /openapi.json.
namespace crossdock::app {

net::http::Operation DescribeSubmit();
net::http::Operation DescribeJob();
net::http::Operation DescribeCancel();
net::http::Operation DescribeJobEvents();
net::http::Operation DescribeVerdict();
net::http::Operation DescribeDeadCallbacks();
/// `summary`: which ones are tried again.
net::http::Operation DescribeReplay(const char* summary);
net::http::Operation DescribeAccessReload();
net::http::Operation DescribeMetrics();

/// The schemas of all routes, those of the protocol among them.
std::vector<net::http::Schema> AllSchemas();

}  // namespace crossdock::app
