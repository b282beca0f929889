#include "hub/driving/tunnel.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "hub/driving/pause.h"

namespace crossdock::hub {
namespace {

using Json = nlohmann::json;

constexpr std::chrono::seconds kPatience{60};
constexpr const char* kJobs = "/v1/pipelines/parcel/jobs?text=false";

Result<Json> Ask(load::HttpClient& client, const std::string& method, const std::string& path,
                 const load::HttpClient::Headers& headers, std::string_view body) {
  auto reply = client.Send(method, path, headers, body, kPatience);
  if (!reply) return reply.error();
  if (reply->status != 200 && reply->status != 202)
    return Error{ErrorCode::kInternal,
                 fmt::format("{} {} is answered {}: {}", method, path, reply->status, reply->body)};
  Json json = Json::parse(reply->body, nullptr, false);
  if (!json.is_object()) return Error{ErrorCode::kInternal, "the answer is no JSON: " + reply->body.substr(0, 200)};
  return json;
}

Result<Json> SendPicture(load::HttpClient& client, const TunnelPicture& picture, const std::string& parcel,
                         std::chrono::milliseconds deadline, bool wait) {
  load::HttpClient::Headers headers{{"Content-Type", "image/jpeg"},
                                    {"X-Crossdock-Parcel", parcel},
                                    {"X-Crossdock-Camera", picture.camera},
                                    {"X-Crossdock-Cameras", std::to_string(kTunnelCameras.size())},
                                    {"X-Crossdock-Verdict-Ms", std::to_string(deadline.count())}};
  if (wait) headers.emplace_back("Prefer", "wait=30");
  const std::string_view body(reinterpret_cast<const char*>(picture.jpeg.data()), picture.jpeg.size());
  return Ask(client, "POST", kJobs, headers, body);
}

bool Saw(const Json& verdict, const std::string& text) {
  for (const Json& candidate : verdict.value("candidates", Json::array())) {
    if (candidate.value("text", "") == text) return true;
  }
  return false;
}

}  // namespace

Result<Passage> SendThroughTunnel(load::HttpClient& client, const TunnelParcel& parcel, const std::string& name,
                                  std::chrono::milliseconds deadline, const std::stop_token& stop) {
  const TimePoint begun = std::chrono::steady_clock::now();
  for (std::size_t i = 0; i + 1 < parcel.pictures.size(); ++i) {
    if (auto sent = SendPicture(client, parcel.pictures[i], name, deadline, false); !sent) return sent.error();
  }
  const auto verdict = Ask(client, "GET", "/v1/pipelines/parcel/parcels/" + name, {{"Prefer", "wait=30"}}, {});
  if (!verdict) return verdict.error();
  // The first picture arrived a little after this began: the margin sees to it that the deadline is past.
  if (!PauseUntil(begun + deadline + std::chrono::milliseconds(100), stop))
    return Error{ErrorCode::kCancelled, "stopped"};
  const auto late = SendPicture(client, parcel.pictures.back(), name, deadline, true);
  if (!late) return late.error();
  const Json share = late->value("parcel", Json::object());
  Passage passage;
  passage.state = verdict->value("state", "");
  passage.text = verdict->value("text", "");
  passage.because = verdict->value("because", "");
  passage.after_ms = verdict->value("after_ms", 0.0);
  passage.neighbour_read = Saw(*verdict, parcel.neighbour);
  passage.late_marked = share.value("late", false) && share.value("past_deadline", false);
  passage.late_changed = share.value("state", "") != passage.state || share.value("text", "") != passage.text;
  return passage;
}

}  // namespace crossdock::hub
