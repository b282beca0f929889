#include "load/plan.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "load/model_message.h"
#include "load/replay_file.h"

namespace crossdock::load {
namespace {

constexpr std::chrono::seconds kMetadataTimeout{30};
constexpr size_t kMostPictureBytes = size_t{2} << 30;

Nanos FromSeconds(double seconds) { return Nanos(std::llround(seconds * 1e9)); }

HeaderLines HeadersOf(const StreamConfig& stream) {
  HeaderLines headers(stream.headers.begin(), stream.headers.end());
  if (!stream.tier.empty()) headers.emplace_back("X-Crossdock-Tier", stream.tier);
  if (stream.deadline_ms > 0) headers.emplace_back("X-Crossdock-Deadline-Ms", std::to_string(stream.deadline_ms));
  return headers;
}

Result<std::string> AskForModel(const Address& address, const std::string& model) {
  auto reply = HttpClient(address).Send("GET", "/v2/models/" + model, {}, {}, kMetadataTimeout);
  if (!reply) return reply.error();
  if (reply->status == 404)
    return Error{ErrorCode::kNotFound, fmt::format("the server has no model \"{}\"", model), "model"};
  if (reply->status != 200) {
    return Error{ErrorCode::kUnavailable,
                 fmt::format("the server answered {} for the inputs of \"{}\": {}", reply->status, model,
                             reply->body.substr(0, 300)),
                 "model"};
  }
  return std::move(reply->body);
}

Result<std::vector<Message>> MessagesOf(const Address& address, const StreamConfig& stream, uint64_t seed) {
  HeaderLines headers = HeadersOf(stream);
  if (!stream.pictures.empty()) {
    const auto pictures = ListPictures(stream.pictures);
    if (!pictures) return pictures.error();
    return PictureMessages(address, *pictures, stream.text, headers);
  }
  if (!stream.model.empty()) {
    const auto metadata = AskForModel(address, stream.model);
    if (!metadata) return metadata.error();
    const ModelCall call{stream.model, stream.batch, stream.shapes, static_cast<uint32_t>(seed)};
    auto message = MakeModelMessage(address, call, *metadata, std::move(headers));
    if (!message) return message.error();
    return std::vector<Message>{*std::move(message)};
  }
  if (stream.body.empty()) return std::vector<Message>{MakeMessage(address, "GET", stream.path, headers, nullptr)};
  auto body = ReadFile(stream.body);
  if (!body) return body.error();
  headers.emplace_back("Content-Type", stream.content_type);
  return std::vector<Message>{
      MakeMessage(address, "POST", stream.path, headers, std::make_shared<const std::string>(*std::move(body)))};
}

Result<std::unique_ptr<Arrivals>> ArrivalsOf(const StreamConfig& stream, uint64_t seed) {
  if (stream.concurrency > 0) return std::unique_ptr<Arrivals>();
  if (stream.replay.empty())
    return DrawnArrivals(stream.arrivals, stream.cv, RateProfile(stream.rate, stream.steps), seed);
  auto times = ReadReplayFile(stream.replay);
  if (!times) return times.error();
  return ReplayedArrivals(*std::move(times), stream.speed);
}

}  // namespace

Nanos LateAfter(const StreamConfig& stream) {
  using std::chrono::milliseconds;
  double highest = stream.rate;
  for (const RateStep& step : stream.steps) highest = std::max(highest, step.rate);
  if (highest <= 0) return milliseconds(1);
  return std::clamp<Nanos>(FromSeconds(0.1 / highest), milliseconds(1), milliseconds(5));
}

Result<std::vector<Message>> PictureMessages(const Address& address, const std::vector<PictureFile>& pictures,
                                             bool text, const HeaderLines& headers) {
  std::vector<Message> messages;
  size_t bytes = 0;
  for (const PictureFile& picture : pictures) {
    auto body = ReadFile(picture.path);
    if (!body) return body.error();
    bytes += body->size();
    if (bytes > kMostPictureBytes) {
      return Error{
          ErrorCode::kResourceExhausted,
          fmt::format("the pictures beside {} are more than 2 GiB: send a part of them", picture.path.string()),
          "pictures"};
    }
    HeaderLines lines = headers;
    lines.emplace_back("Content-Type", picture.content_type);
    lines.emplace_back("Prefer", "wait=10");
    messages.push_back(MakeMessage(address, "POST", fmt::format("/v1/pipelines/parcel/jobs?text={}", text), lines,
                                   std::make_shared<const std::string>(*std::move(body))));
    messages.back().follow = true;
  }
  return messages;
}

Result<Plan> MakePlan(const Scenario& scenario) {
  auto address = ParseAddress(scenario.address);
  if (!address) return address.error();
  Plan plan;
  plan.address = *address;
  plan.length = FromSeconds(scenario.warm_up_seconds + scenario.seconds);
  plan.connections = scenario.connections;
  plan.timeout = std::chrono::milliseconds(scenario.timeout_ms);
  for (const StreamConfig& config : scenario.streams) {
    const uint64_t seed = scenario.seed + 1'000'003 * plan.streams.size();
    auto messages = MessagesOf(*address, config, seed);
    if (!messages) return messages.error();
    auto arrivals = ArrivalsOf(config, seed);
    if (!arrivals) return arrivals.error();
    Stream stream;
    stream.name = config.Title();
    stream.messages = *std::move(messages);
    stream.arrivals = *std::move(arrivals);
    stream.concurrency = config.concurrency;
    plan.streams.push_back(std::move(stream));
  }
  return plan;
}

}  // namespace crossdock::load
