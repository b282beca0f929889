#pragma once

#include <string>

#include "app/api/job_table.h"

namespace crossdock::app {

/// A job as the JSON of `/v1/pipelines/{name}/jobs/{id}`; its keys are described in docs/api.md.
std::string ToJson(const JobView& job);

}  // namespace crossdock::app
