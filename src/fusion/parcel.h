#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "fusion/verdict.h"
#include "fusion/vote.h"

namespace crossdock::fusion {

/// Everything that one parcel's pictures said, and the one verdict. Pure: time is told, and the owner comes back at the deadline. A
/// deadline is met to the nanosecond, however late the owner comes: a picture counts if its codes were known before it.
class Parcel {
 public:
  /// opened    when the first picture arrived
  /// deadline  when the diverter needs the verdict
  Parcel(TimePoint opened, TimePoint deadline, const VoteRules& rules)
      : opened_(opened), deadline_(deadline), rules_(rules) {}

  /// What one more picture says of the parcel: of numbers the greatest holds, of deadlines the earliest. Nothing once it has its verdict.
  void Expect(int cameras, TimePoint deadline);

  struct Seen {
    View view;  // without its reads
    bool late = false;
    bool past_deadline = false;
  };
  /// Pictures of one job whose codes are known now. Those that came before are not counted again. Returns how the last of them stands.
  Seen Add(std::vector<View> views, TimePoint now);
  /// Gives the verdict if the deadline has come.
  void PassTime(TimePoint now);

  const std::shared_ptr<const Verdict>& verdict() const { return verdict_; }
  const std::vector<Seen>& seen() const { return seen_; }
  TimePoint opened() const { return opened_; }
  TimePoint deadline() const { return deadline_; }
  int expected() const { return expected_; }

 private:
  void Decide(Vote vote, Because because, TimePoint when);
  int CamerasIn() const;
  const Seen* Find(const View& view) const;

  const TimePoint opened_;
  TimePoint deadline_;
  const VoteRules rules_;
  int expected_ = 0;
  std::vector<View> counted_;  // until the verdict
  std::vector<Seen> seen_;
  std::shared_ptr<const Verdict> verdict_;
};

/// Most pictures of one parcel that are remembered, and most codes of one picture that have a voice: the surest.
inline constexpr size_t kMostViews = 64;
inline constexpr size_t kMostReads = 32;

}  // namespace crossdock::fusion
