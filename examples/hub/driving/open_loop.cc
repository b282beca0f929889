#include "hub/driving/open_loop.h"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

#include "hub/driving/pause.h"

namespace crossdock::hub {

void RunOpenLoop(const Schedule& schedule, std::stop_token stop, const std::function<void(const Turn&)>& send) {
  const TimePoint start = RealClock().Now() + std::chrono::milliseconds(20);
  std::atomic<int> next{0};
  const auto drive = [&](int lane) {
    while (!stop.stop_requested()) {
      const int index = next.fetch_add(1);
      if (index >= schedule.count) return;
      Turn turn{index, lane, start};
      if (schedule.rate > 0) {
        turn.intended += std::chrono::duration_cast<Nanos>(std::chrono::duration<double>(index / schedule.rate));
      } else {
        turn.intended = std::max(start, RealClock().Now());
      }
      send(turn);
    }
  };
  std::vector<std::jthread> lanes;
  for (int lane = 0; lane < std::min(schedule.lanes, schedule.count); ++lane) lanes.emplace_back(drive, lane);
}

bool WaitForTurn(const Turn& turn, std::stop_token stop) { return PauseUntil(turn.intended, stop); }

}  // namespace crossdock::hub
