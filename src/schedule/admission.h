#pragma once

#include <optional>
#include <span>

#include "base/clock.h"
#include "base/result.h"
#include "schedule/policy.h"

/// Whether a newcomer can still be answered in time: asked at the door, before anything is done for it.
namespace crossdock::schedule {

/// What a newcomer stands in. Times in `slots` and `session` are when each is expected to be free; in the past: it is.
struct Line {
  int rows = 1;                           // of the newcomer, the whole request
  int ahead = 0;                          // rows of its own queue that go first
  Nanos session_ahead{0};                 // engine time that goes first on its own session, beside that queue
  Nanos others_ahead{0};                  // engine time of other models that goes first
  std::span<const TimePoint> slots;       // of the server; at least one
  std::span<const TimePoint> session;     // calls that the model itself can run at once; at least one
  const BatchRule* rule = nullptr;        // of its own queue
  const LatencyTable* latency = nullptr;  // of its own queue
};

/// When a newcomer will be answered, as far as it is known.
struct Forecast {
  TimePoint idle;    // if it were alone on the server, on the average
  TimePoint finish;  // as things are
};

/// Engine time of so many rows of one queue, in the batches that pay; zero while no call of it is known. Where larger batches were never
/// measured they count as the largest that was: what is not known refuses nobody.
Nanos EngineTime(const BatchRule& rule, const LatencyTable& latency, int rows);

/// now + what runs + what goes first + the newcomer's own call at its 95th percentile. The work before it fills the slots up evenly, as
/// the most urgent call always takes the first free one. Who can begin at once is taken at the mean: it delays nobody, and where calls
/// vary much it is answered more often than not. Nothing, while no call of its queue is known.
std::optional<Forecast> Predict(TimePoint now, const Line& line);

/// Why a request with this deadline is refused; nothing: it is taken.
/// errors  kResourceExhausted: kDeadlineUnmeetable, not even an idle server could, so that it is no use to come back; kTierOverload:
///         too much goes first, `retry_after` is how long that takes
Status Judge(TimePoint now, const Forecast& forecast, TimePoint deadline);

}  // namespace crossdock::schedule
