#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/clock.h"

namespace crossdock::schedule {

/// The P99 of what was seen within the last two seconds. Samples are counted in classes that grow by an eighth of an octave, so that a
/// quantile is exact within 5 %, and in tenths of a second, so that the window is between 1.9 and 2 s long: memory does not grow with
/// the rate, and is taken with the first sample. Not thread-safe.
class RecentTail {
 public:
  static constexpr Nanos kWindow = std::chrono::seconds(2);

  void Add(TimePoint now, Nanos sample);
  /// Samples of the window that ends at `now`.
  int Count(TimePoint now) const;
  /// Nothing while the window is empty: no sample is not a sample of zero.
  std::optional<Nanos> P99(TimePoint now) const;
  void Clear() { parts_.clear(); }

 private:
  static constexpr int kParts = 20;
  static constexpr Nanos kPart = kWindow / kParts;
  static constexpr int kClasses = 8 * 28;  // from one microsecond to about four minutes
  struct Part {
    int64_t number = -1;  // which tenth of a second since the clock's beginning
    std::array<uint32_t, kClasses> counts{};
  };
  static int64_t NumberOf(TimePoint t) { return t.time_since_epoch() / kPart; }
  static bool Covers(const Part& part, TimePoint now) {
    return part.number > NumberOf(now) - kParts && part.number <= NumberOf(now);
  }

  std::vector<Part> parts_;
};

}  // namespace crossdock::schedule
