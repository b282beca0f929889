#include "hub/driving/sending.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "load/plan.h"
#include "load/sender.h"

namespace crossdock::hub {
namespace {

double Millis(Nanos time) { return std::chrono::duration<double, std::milli>(time).count(); }

std::string FailureOf(const load::Record& record, std::string_view body) {
  switch (record.failure) {
    case load::Failure::kConnect: return "the server takes no connection";
    case load::Failure::kBroken: return "the server broke the connection off";
    case load::Failure::kTimeout: return "no answer in time";
    case load::Failure::kNone: break;
  }
  std::string said(body.substr(0, 300));
  const auto json = nlohmann::json::parse(body, nullptr, false);
  if (json.is_object() && json.contains("error") && json["error"].is_string()) said = json["error"];
  return fmt::format("the server answered {}: {}", record.status, said);
}

Shot ShotOf(const load::Record& record, std::string_view body, const PictureFile& picture) {
  Shot shot;
  shot.picture = record.message;
  shot.answered_ms = Millis(record.latency());
  shot.sent_ms = record.sent == load::Record::kNever ? shot.answered_ms : Millis(record.sent - record.intended);
  if (!record.ok()) {
    shot.failure = FailureOf(record, body);
    return shot;
  }
  auto reading = ParseReading(body);
  if (!reading) {
    shot.failure = reading.error().message;
    return shot;
  }
  if (picture.truth) shot.verdict = Judge(*picture.truth, *reading);
  shot.reading = std::move(*reading);
  return shot;
}

load::Stream StreamOf(std::vector<load::Message> messages, const Schedule& schedule) {
  load::Stream stream;
  stream.messages = std::move(messages);
  stream.most = schedule.count;
  if (schedule.rate > 0) {
    stream.arrivals =
        load::DrawnArrivals(load::ArrivalKind::kConstant, 1, load::RateProfile(schedule.rate, {}), /*seed=*/1);
  } else {
    stream.concurrency = schedule.lanes;
  }
  return stream;
}

}  // namespace

Result<Sent> SendPictures(std::span<const PictureFile> pictures, const load::Address& address, const Schedule& schedule,
                          bool text, const std::stop_token& stop, const std::function<void(const Shot&)>& told) {
  auto messages = load::PictureMessages(address, {pictures.begin(), pictures.end()}, text, {});
  if (!messages) return messages.error();
  load::Plan plan;
  plan.address = address;
  plan.connections = schedule.lanes;
  plan.timeout = std::chrono::minutes(10);
  plan.streams.push_back(StreamOf(*std::move(messages), schedule));

  std::vector<std::pair<Nanos, Shot>> answered;
  const auto done = load::Send(std::move(plan), stop, [&](const load::Record& record, std::string_view body) {
    answered.emplace_back(record.intended, ShotOf(record, body, pictures[record.message]));
    told(answered.back().second);
  });
  if (!done) return done.error();
  std::sort(answered.begin(), answered.end(), [](const auto& a, const auto& b) {
    return std::pair(a.first, a.second.picture) < std::pair(b.first, b.second.picture);
  });
  Sent sent;
  sent.seconds = std::chrono::duration<double>(done->elapsed).count();
  for (auto& [intended, shot] : answered) sent.shots.push_back(std::move(shot));
  return sent;
}

}  // namespace crossdock::hub
