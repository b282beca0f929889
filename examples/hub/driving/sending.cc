#include "hub/driving/sending.h"

#include <algorithm>
#include <chrono>

#include "base/guarded.h"

namespace crossdock::hub {
namespace {

double MillisSince(TimePoint from, TimePoint to) {
  return std::chrono::duration<double, std::milli>(to - from).count();
}

Shot Send(JobClient& client, std::span<const PictureFile> pictures, const Turn& turn, const JobOptions& options,
          std::stop_token stop) {
  Shot shot;
  shot.picture = static_cast<std::size_t>(turn.index) % pictures.size();
  const PictureFile& picture = pictures[shot.picture];
  const auto bytes = ReadFile(picture.path);
  if (!bytes) {
    shot.failure = bytes.error().message;
    return shot;
  }
  if (!WaitForTurn(turn, stop)) {
    shot.failure = "stopped";
    return shot;
  }
  shot.sent_ms = MillisSince(turn.intended, RealClock().Now());
  auto reading = client.Read(*bytes, picture.content_type, options, stop);
  shot.answered_ms = MillisSince(turn.intended, RealClock().Now());
  if (!reading) {
    shot.failure = reading.error().message;
    return shot;
  }
  if (picture.truth) shot.verdict = Judge(*picture.truth, *reading);
  shot.reading = std::move(*reading);
  return shot;
}

}  // namespace

Sent SendPictures(std::span<const PictureFile> pictures, const Address& address, const Schedule& schedule,
                  const JobOptions& options, std::stop_token stop, const std::function<void(const Shot&)>& told) {
  struct Answered {
    int index;
    Shot shot;
  };
  std::vector<JobClient> clients;
  for (int lane = 0; lane < schedule.lanes; ++lane) clients.emplace_back(address);
  Guarded<std::vector<Answered>> answered;
  const TimePoint started = RealClock().Now();
  RunOpenLoop(schedule, stop, [&](const Turn& turn) {
    Shot shot = Send(clients[static_cast<std::size_t>(turn.lane)], pictures, turn, options, stop);
    auto held = answered.Lock();
    if (stop.stop_requested() && !shot.reading) return;
    told(shot);
    held->push_back({turn.index, std::move(shot)});
  });
  Sent sent;
  sent.seconds = MillisSince(started, RealClock().Now()) / 1000;
  auto held = answered.Lock();
  std::sort(held->begin(), held->end(), [](const Answered& a, const Answered& b) { return a.index < b.index; });
  for (Answered& one : *held) sent.shots.push_back(std::move(one.shot));
  return sent;
}

}  // namespace crossdock::hub
