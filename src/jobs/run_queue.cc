#include "jobs/run_queue.h"

#include <algorithm>
#include <utility>

namespace crossdock::jobs {

void RunQueue::Add(Entry entry, TimePoint not_before) { later_.emplace(not_before, std::move(entry)); }

bool RunQueue::Remove(const std::string& id) {
  const auto is = [&](const auto& one) { return one.second.id == id; };
  if (const auto at = std::find_if(later_.begin(), later_.end(), is); at != later_.end()) {
    later_.erase(at);
    return true;
  }
  if (const auto at = std::find_if(ready_.begin(), ready_.end(), is); at != ready_.end()) {
    ready_.erase(at);
    return true;
  }
  return false;
}

std::optional<RunQueue::Entry> RunQueue::TakeReady(TimePoint now) {
  while (!later_.empty() && later_.begin()->first <= now) {
    Entry& entry = later_.begin()->second;
    const std::tuple place{entry.tier, entry.number};
    ready_.insert_or_assign(place, std::move(entry));
    later_.erase(later_.begin());
  }
  if (ready_.empty()) return std::nullopt;
  std::optional<Entry> next(std::move(ready_.begin()->second));
  ready_.erase(ready_.begin());
  return next;
}

}  // namespace crossdock::jobs
