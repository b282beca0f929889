#include "jobs/callback/outbox.h"

#include <algorithm>

namespace crossdock::jobs {

void Outbox::Add(const std::string& id, const std::string& origin, int failures, TimePoint when) {
  if (letters_.emplace(id, Letter{origin, failures}).second) waiting_.emplace(when, id);
}

std::vector<std::string> Outbox::TakeDue(TimePoint now) {
  std::vector<std::string> due;
  for (auto at = waiting_.begin(); at != waiting_.end() && at->first <= now && all_under_way_ < options_.parallel;) {
    Letter& letter = letters_.at(at->second);
    size_t& same = under_way_[letter.origin];
    if (same >= options_.parallel_each) {
      ++at;
      continue;
    }
    ++same;
    ++all_under_way_;
    letter.under_way = true;
    due.push_back(at->second);
    at = waiting_.erase(at);
  }
  return due;
}

Outbox::Settled Outbox::Settle(const std::string& id, const Delivery& delivery, TimePoint now, double drawn) {
  const auto at = letters_.find(id);
  if (at == letters_.end() || !at->second.under_way) return {};
  Letter& letter = at->second;
  letter.under_way = false;
  --all_under_way_;
  if (const auto same = under_way_.find(letter.origin); --same->second == 0) under_way_.erase(same);
  Settled settled{Settled::Kind::kDelivered, letter.failures, now};
  if (!delivery.good()) {
    settled.failures = ++letter.failures;
    settled.kind =
        delivery.gone() || letter.failures >= options_.attempts ? Settled::Kind::kDead : Settled::Kind::kAgain;
  }
  if (settled.kind != Settled::Kind::kAgain) {
    letters_.erase(at);
    return settled;
  }
  const Nanos advised = std::min(delivery.retry_after, options_.backoff.most);
  settled.again = now + std::max(options_.backoff.After(letter.failures, drawn), advised);
  waiting_.emplace(settled.again, id);
  return settled;
}

TimePoint Outbox::NextTime() const {
  if (all_under_way_ >= options_.parallel) return TimePoint::max();
  for (const auto& [when, id] : waiting_) {
    const auto same = under_way_.find(letters_.at(id).origin);
    if (same == under_way_.end() || same->second < options_.parallel_each) return when;
  }
  return TimePoint::max();
}

}  // namespace crossdock::jobs
