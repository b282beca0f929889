#include "schedule/recent_tail.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace crossdock::schedule {
namespace {

constexpr double kPerOctave = 8;

double Microseconds(Nanos t) { return std::chrono::duration<double, std::micro>(t).count(); }

}  // namespace

void RecentTail::Add(TimePoint now, Nanos sample) {
  if (parts_.empty()) parts_.resize(kParts);
  const int64_t number = NumberOf(now);
  Part& part = parts_[static_cast<size_t>(number % kParts)];
  if (part.number != number) part = Part{number, {}};
  const double octaves = std::log2(std::max(1.0, Microseconds(sample)));
  const int at = std::min(static_cast<int>(octaves * kPerOctave), kClasses - 1);
  ++part.counts[static_cast<size_t>(at)];
}

int RecentTail::Count(TimePoint now) const {
  int count = 0;
  for (const Part& part : parts_) {
    if (Covers(part, now)) count = std::accumulate(part.counts.begin(), part.counts.end(), count);
  }
  return count;
}

std::optional<Nanos> RecentTail::P99(TimePoint now) const {
  const int count = Count(now);
  if (count == 0) return std::nullopt;
  int above = count / 100;  // so many may be larger
  for (int at = kClasses - 1;; --at) {
    for (const Part& part : parts_) {
      if (Covers(part, now)) above -= static_cast<int>(part.counts[static_cast<size_t>(at)]);
    }
    if (above >= 0) continue;
    const double middle = std::exp2((at + 0.5) / kPerOctave);
    return Nanos(static_cast<int64_t>(middle * 1000));
  }
}

}  // namespace crossdock::schedule
