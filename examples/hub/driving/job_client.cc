#include "hub/driving/job_client.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "hub/driving/pause.h"

namespace crossdock::hub {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kTimeout{30'000};
constexpr milliseconds kPollGap{100};
constexpr const char* kPreferWait = "wait=10";

Error Refusal(const HttpReply& reply) {
  std::string said = reply.body.substr(0, 300);
  const auto json = nlohmann::json::parse(reply.body, nullptr, false);
  if (json.is_object() && json.contains("error") && json["error"].is_string()) said = json["error"];
  const auto code = reply.status < 500 && reply.status != 429 ? ErrorCode::kInvalidArgument : ErrorCode::kUnavailable;
  return {code, fmt::format("the server answered {}: {}", reply.status, said)};
}

}  // namespace

Result<Reading> JobClient::Read(std::string_view picture, const std::string& content_type, const JobOptions& options,
                                std::stop_token stop) {
  HttpClient::Headers headers{{"Content-Type", content_type}, {"Prefer", kPreferWait}};
  if (!options.tier.empty()) headers.emplace_back("X-Crossdock-Tier", options.tier);
  if (options.deadline_ms > 0) headers.emplace_back("X-Crossdock-Deadline-Ms", std::to_string(options.deadline_ms));
  const auto reply =
      http_.Send("POST", fmt::format("/v1/pipelines/parcel/jobs?text={}", options.text), headers, picture, kTimeout);
  if (!reply) return reply.error();
  if (reply->status == 202) return Poll(reply->location, stop);
  if (reply->status != 200) return Refusal(*reply);
  return ParseReading(reply->body);
}

Result<Reading> JobClient::Poll(const std::string& location, std::stop_token stop) {
  // A Location may be absolute; the path is all that this connection needs.
  const auto scheme = location.find("://");
  const auto path = scheme == std::string::npos ? 0 : location.find('/', scheme + 3);
  if (location.empty() || path == std::string::npos)
    return Error{ErrorCode::kInternal, "the server gave a job no Location"};
  while (PauseUntil(std::chrono::steady_clock::now() + kPollGap, stop)) {
    const auto reply = http_.Send("GET", location.substr(path), {{"Prefer", kPreferWait}}, {}, kTimeout);
    if (!reply) return reply.error();
    if (reply->status != 200 && reply->status != 202) return Refusal(*reply);
    auto reading = ParseReading(reply->body);
    if (!reading || reading->state != "running") return reading;
  }
  return Error{ErrorCode::kCancelled, "stopped while waiting for a job"};
}

Result<std::string> JobClient::Metrics() {
  auto reply = http_.Send("GET", "/metrics", {}, {}, kTimeout);
  if (!reply) return reply.error();
  if (reply->status != 200) return Refusal(*reply);
  return std::move(reply->body);
}

}  // namespace crossdock::hub
