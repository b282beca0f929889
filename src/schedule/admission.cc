#include "schedule/admission.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

namespace crossdock::schedule {
namespace {

double Millis(Nanos time) { return std::chrono::duration<double, std::milli>(time).count(); }

/// One call of so many rows. Beyond the largest size that was measured it counts as that one: an extrapolation along a line would take
/// a call of fixed cost for one that grows.
int Measured(const LatencyTable& latency, int rows) {
  int largest = 0;
  for (const auto& point : latency.points()) {
    if (latency.Knows(point.batch)) largest = point.batch;
  }
  return largest > 0 ? std::min(rows, largest) : rows;
}

/// Rows that leave in one call when more wait.
int RowsOfACall(const BatchRule& rule, const LatencyTable& latency) {
  if (rule.mode == BatchMode::kSync) return 1;
  return std::max(1, latency.UsefulMax(rule.max_batch));
}

/// When a call can begin that so much work goes before, on places that become free at these moments.
TimePoint Begins(TimePoint now, std::span<const TimePoint> free_at, Nanos work) {
  std::vector<TimePoint> places(free_at.begin(), free_at.end());
  for (TimePoint& at : places) at = std::max(at, now);
  std::sort(places.begin(), places.end());
  // The level to which the work fills the places up, the first free one first.
  Nanos left = work;
  for (size_t i = 0; i + 1 < places.size(); ++i) {
    const Nanos room = (places[i + 1] - places[i]) * static_cast<int64_t>(i + 1);
    if (left <= room) return places[i] + left / static_cast<int64_t>(i + 1);
    left -= room;
  }
  return places.back() + left / static_cast<int64_t>(places.size());
}

/// Full calls before the one that holds the newcomer's last row, and the rows of that one.
struct Calls {
  Nanos before{0};
  int last = 0;
};

Calls CallsOf(const BatchRule& rule, const LatencyTable& latency, int ahead, int rows) {
  const int most = RowsOfACall(rule, latency);
  const int before = (ahead + rows - 1) / most;
  return {before * latency.Mean(Measured(latency, most)), Measured(latency, ahead + rows - before * most)};
}

}  // namespace

Nanos EngineTime(const BatchRule& rule, const LatencyTable& latency, int rows) {
  if (rows <= 0 || !latency.Knows(1)) return Nanos{0};
  const int most = RowsOfACall(rule, latency);
  const int rest = rows % most;
  return (rows / most) * latency.Mean(Measured(latency, most)) +
         (rest > 0 ? latency.Mean(Measured(latency, rest)) : Nanos{0});
}

std::optional<Forecast> Predict(TimePoint now, const Line& line) {
  if (!line.latency->Knows(1)) return std::nullopt;
  const LatencyTable& latency = *line.latency;
  const Calls alone = CallsOf(*line.rule, latency, 0, line.rows);
  const Calls calls = CallsOf(*line.rule, latency, line.ahead, line.rows);
  const Nanos on_session = line.session_ahead + calls.before;
  const auto at_once = static_cast<int64_t>(std::max<size_t>(1, std::min(line.slots.size(), line.session.size())));
  const TimePoint begins =
      std::max(Begins(now, line.session, on_session), Begins(now, line.slots, on_session + line.others_ahead));
  return Forecast{now + alone.before / at_once + latency.Mean(alone.last),
                  begins + (begins > now ? latency.P95(calls.last) : latency.Mean(calls.last))};
}

Status Judge(TimePoint now, const Forecast& forecast, TimePoint deadline) {
  if (forecast.finish <= deadline) return {};
  if (forecast.idle > deadline) {
    return Error{ErrorCode::kResourceExhausted,
                 fmt::format("it takes {:.1f} ms even on an idle server, and is due in {:.1f} ms",
                             Millis(forecast.idle - now), Millis(std::max(deadline - now, Nanos{0}))),
                 "deadline", Reason::kDeadlineUnmeetable};
  }
  const auto drains = std::chrono::duration_cast<std::chrono::milliseconds>(forecast.finish - forecast.idle);
  return Error{
      ErrorCode::kResourceExhausted,
      fmt::format("more urgent or earlier work would delay it to {:.1f} ms from now, and it is due in {:.1f} ms",
                  Millis(forecast.finish - now), Millis(deadline - now)),
      "deadline", Reason::kTierOverload, std::max(drains, std::chrono::milliseconds(1))};
}

}  // namespace crossdock::schedule
