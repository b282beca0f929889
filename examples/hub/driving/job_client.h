#pragma once

#include <stop_token>
#include <string>

#include "hub/driving/http_client.h"
#include "hub/driving/reading.h"

namespace crossdock::hub {

struct JobOptions {
  bool text = true;
  std::string tier;     // empty: the pipeline's own
  int deadline_ms = 0;  // 0: the pipeline's own
};

/// Hands pictures to the server's parcel pipeline and waits for what it reads. One thread.
class JobClient {
 public:
  explicit JobClient(Address address) : http_(std::move(address)) {}

  /// Sends one encoded picture; answers when codes, and lines if asked for, are known.
  /// errors    of HttpClient; kInvalidArgument with the server's own words if it refused the picture; kUnavailable if it refused work;
  ///           kCancelled: `stop` was requested meanwhile
  Result<Reading> Read(std::string_view picture, const std::string& content_type, const JobOptions& options,
                       std::stop_token stop);

  /// The server's Prometheus page.
  Result<std::string> Metrics();

 private:
  Result<Reading> Poll(const std::string& location, std::stop_token stop);

  HttpClient http_;
};

}  // namespace crossdock::hub
