#pragma once

#include <vector>

#include "net/front_end.h"
#include "net/http/router.h"

namespace crossdock::net::http {

/// The rows of the Open Inference Protocol v2: server, health, models, inference, repository; statistics, load and unload where the
/// front end has them. `front_end` outlives the server.
std::vector<Route> V2Routes(const FrontEnd& front_end);

}  // namespace crossdock::net::http
