#pragma once

#include "jobs/job_service.h"
#include "net/http/router.h"

namespace crossdock::app {

/// `GET /v1/pipelines/{name}/jobs/{id}/events`: the job as server-sent events, as it is and at each change, up to its end. The service
/// outlives the route.
net::http::Route JobEventsRoute(jobs::JobService& jobs);

/// One event: `id` the revision, `event` the state (or "codes", then "verdict", once they are known), `data` the job's JSON.
std::string ToEvent(const jobs::JobView& job);

}  // namespace crossdock::app
