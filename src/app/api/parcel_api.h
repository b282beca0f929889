#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "base/clock.h"
#include "jobs/job_service.h"
#include "net/http/router.h"

namespace crossdock::app {

/// `/v1/pipelines/{name}/jobs`: pictures of a parcel in, codes and text out. docs/api.md describes it.
class ParcelApi {
 public:
  struct Options {
    std::chrono::seconds longest_wait{60};
    Tier codes_tier = Tier::kCritical;
  };
  /// Everything outlives the routes.
  ParcelApi(jobs::JobService& jobs, Clock& clock, Options options) : jobs_(jobs), clock_(clock), options_(options) {}

  /// The rows for the HTTP server's table.
  std::vector<net::http::Route> Routes();

 private:
  struct Wait;
  void Post(net::http::Request request, net::http::Responder responder);
  void WaitInCall(const std::string& id, Wait wait, net::http::Responder responder);
  void Get(const net::http::Request& request, net::http::Responder responder);
  void Delete(const net::http::Request& request, net::http::Responder responder);
  static Result<Wait> ReadWait(const net::http::Request& request, std::chrono::seconds longest);

  jobs::JobService& jobs_;
  Clock& clock_;
  const Options options_;
};

/// The job, if the request names its pipeline and comes from its tenant; else kNotFound, as if there were none.
Result<jobs::JobView> ShownTo(const net::http::Request& request, Result<jobs::JobView> job);

/// Where a job can be asked for.
std::string LocationOf(const jobs::JobView& job);

}  // namespace crossdock::app
