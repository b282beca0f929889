#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "app/api/job_table.h"
#include "base/clock.h"
#include "net/http/router.h"
#include "pipeline/request.h"

namespace crossdock::app {

/// `/v1/pipelines/{name}/jobs`: pictures of a parcel in, codes and text out. docs/api.md describes it.
class ParcelApi {
 public:
  struct Options {
    std::chrono::seconds longest_wait{60};
    Tier codes_tier = Tier::kCritical;
  };
  /// `pipelines` by name. Everything outlives the routes.
  ParcelApi(std::map<std::string, pipeline::ParcelService*> pipelines, JobTable& jobs, Clock& clock, Options options);

  /// The rows for the HTTP server's table.
  std::vector<net::http::Route> Routes();

 private:
  void Post(net::http::Request request, net::http::Responder responder);
  void Get(const net::http::Request& request, net::http::Responder responder);
  void Delete(const net::http::Request& request, net::http::Responder responder);
  Result<pipeline::ParcelRequest> Read(net::http::Request& request) const;

  const std::map<std::string, pipeline::ParcelService*> pipelines_;
  JobTable& jobs_;
  Clock& clock_;
  const Options options_;
};

}  // namespace crossdock::app
