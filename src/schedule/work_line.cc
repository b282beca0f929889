#include "schedule/work_line.h"

#include <algorithm>
#include <numeric>

namespace crossdock::schedule {

std::optional<Forecast> WorkLine::Expect(TimePoint now, Tier tier, TimePoint due, int pieces) const {
  if (!cost_.Knows(1) || (waiting_.empty() && begun_ == 0)) return std::nullopt;
  int first = 0;
  for (auto at = waiting_.begin(); at != waiting_.end() && at->first <= std::pair(tier, due); ++at) first += at->second;
  const Nanos cost = cost_.Mean(1);
  const Nanos own = cost / std::min(threads_, at_once_);
  const Nanos others_of_its_own = cost * (pieces - 1) / threads_;
  const Nanos ahead = (cost * first + cost * begun_ / 2) / threads_;
  return Forecast{now + others_of_its_own + own, now + ahead + others_of_its_own + own};
}

void WorkLine::Begin(Tier tier, TimePoint due) {
  Remove(tier, due);
  ++begun_;
}

void WorkLine::Leave(Tier tier, TimePoint due, bool begun) {
  if (begun) {
    --begun_;
  } else {
    Remove(tier, due);
  }
}

void WorkLine::Remove(Tier tier, TimePoint due) {
  const auto at = waiting_.find({tier, due});
  if (--at->second == 0) waiting_.erase(at);
}

int WorkLine::waiting() const {
  return std::accumulate(waiting_.begin(), waiting_.end(), 0,
                         [](int sum, const auto& entry) { return sum + entry.second; });
}

}  // namespace crossdock::schedule
