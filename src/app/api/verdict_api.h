#pragma once

#include <chrono>

#include "base/clock.h"
#include "fusion/parcel_table.h"
#include "net/http/router.h"

namespace crossdock::app {

/// `GET /v1/pipelines/{name}/parcels/{parcel}`: what many cameras' pictures say of a parcel, at once or, with `Prefer: wait=`, once it has
/// its verdict. Table and clock outlive the route.
net::http::Route VerdictRoute(fusion::ParcelTable& parcels, Clock& clock, std::chrono::seconds longest_wait);

}  // namespace crossdock::app
