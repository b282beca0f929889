#pragma once

#include "access/gate.h"
#include "net/http/router.h"

namespace crossdock::app {

/// `POST /v1/access/reload`: reads the principals' file again. The gate outlives the route.
net::http::Route AccessReloadRoute(access::Gate& gate);

}  // namespace crossdock::app
