#pragma once

#include <vector>

#include "jobs/callback/callback_service.h"
#include "net/http/router.h"

namespace crossdock::app {

/// `GET /v1/callbacks/dead` lists the callbacks that were given up; `POST /v1/callbacks/{id}/replay` tries one again, `POST
/// /v1/callbacks/replay` all. Both outlive the routes.
std::vector<net::http::Route> CallbackRoutes(jobs::Journal& journal, jobs::CallbackService& callbacks);

}  // namespace crossdock::app
