#pragma once

#include <optional>
#include <string>

#include "jobs/job_service.h"
#include "net/http/message.h"

namespace crossdock::app {

/// A parameter from the query, else from a header; `field` says which it was.
struct Parameter {
  std::string value;
  std::string field;
};
std::optional<Parameter> FindParameter(const net::http::Request& request, const char* query, const char* header);

/// What `POST /v1/pipelines/{name}/jobs` sends, as a job. The pictures go on sharing the request's body.
/// codes_tier  of jobs that do not say their own
/// errors      kInvalidArgument that names the parameter or field; as access::Caller::Allow
Result<jobs::Submission> ReadSubmission(net::http::Request& request, Tier codes_tier);

}  // namespace crossdock::app
