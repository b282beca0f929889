#pragma once

#include <string>
#include <string_view>

#include "jobs/job.h"

namespace crossdock::jobs {

/// A job as the JSON of `/v1/pipelines/{name}/jobs/{id}`; its keys are described in docs/api.md.
std::string ToJson(const JobView& job);

/// Reads what ToJson wrote; probabilities and corners come back as rounded there. Tenant and revision are not part of it.
/// errors  kInternal: not such a text
Result<JobView> ParseJob(std::string_view json);

}  // namespace crossdock::jobs
