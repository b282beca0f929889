#include "schedule/collect.h"

#include <algorithm>

#include "schedule/call_sizes.h"
#include "schedule/choose_mode.h"

namespace crossdock::schedule {
namespace {

/// Saturating: a hold may be "for ever".
TimePoint Later(TimePoint from, Nanos by) { return by >= TimePoint::max() - from ? TimePoint::max() : from + by; }

/// When a batch of `rows` must leave to meet the earliest deadline; for ever if there is none.
TimePoint LatestStart(const QueueView& queue, int rows) {
  if (queue.earliest_deadline == TimePoint::max()) return TimePoint::max();
  return queue.earliest_deadline - queue.latency->P95(rows) - queue.rule->margin;
}

/// The largest batch up to `most` that still meets the earliest deadline; at least the head item, which is sent alone when
/// nothing fits: whether it is late is then for its deadline to say.
int Fit(TimePoint now, const QueueView& queue, int most) {
  int fits = std::min(queue.head_rows, most);
  int too_many = most + 1;
  while (too_many - fits > 1) {  // the latency never falls with the batch
    const int middle = fits + (too_many - fits) / 2;
    (now > LatestStart(queue, middle) ? too_many : fits) = middle;
  }
  return fits;
}

Nanos Window(const QueueView& queue) {
  return queue.rule->window > Nanos{0} ? queue.rule->window : queue.latency->Mean(1) / 2;
}

/// A batch that is cut to what pays and to what is in time; final if there is nothing to hold for.
struct Cut {
  Collected collected;
  bool final = true;
};

/// Whether a second row saves next to nothing by joining the first, or almost a whole call.
bool GainsNothing(const LatencyTable& latency) { return latency.Knows(2) && JoinedShare(latency) < kNothingJoined; }
bool IsFixedCost(const LatencyTable& latency) { return latency.Knows(2) && JoinedShare(latency) >= kAlmostAllJoined; }

/// Calls that the model can run at once here.
int CallsAtOnce(const QueueView& queue, const Surroundings& around) {
  return std::max(1, std::min(around.slots, queue.calls));
}

/// The largest batch to send. Where joining gains nothing, a short queue is shared out among the slots and the next call, which begins
/// sooner than a longer one would end. In a long one capacity matters: with twice as much as pays at leisure, a row may cost 2 % above
/// the best instead of 5 %, with eight times as much 1 %.
int Useful(const QueueView& queue, const Surroundings& around, int at_leisure) {
  const int calls = CallsAtOnce(queue, around);
  if (GainsNothing(*queue.latency) && queue.rows <= 2 * (calls + 1))
    return std::max(std::min(at_leisure, (queue.rows + calls) / (calls + 1)), queue.head_rows);
  if (queue.rows <= at_leisure) return at_leisure;
  const double backlog = static_cast<double>(queue.rows) / at_leisure;
  const double waste = std::max(backlog < 8 ? 0.02 : 0.01, 0.05 * (2 - backlog));
  return std::max(queue.latency->UsefulMax(queue.rule->max_batch, waste), queue.head_rows);
}

Cut CutToUse(TimePoint now, const QueueView& queue, const Surroundings& around) {
  const int at_leisure = std::max(queue.latency->UsefulMax(queue.rule->max_batch), queue.head_rows);
  // More waits than one call takes. What cannot be met by a full call is given up before it costs engine time: sent alone, each late
  // head would cost a call of its own and make the next one late, until nothing is in time any more.
  const TimePoint full_call_ends = Later(now, queue.latency->P95(at_leisure) + queue.rule->margin);
  if (queue.rows > at_leisure && queue.latency->Knows(at_leisure) && queue.earliest_deadline < full_call_ends) {
    return {{.shed_before = full_call_ends, .shed_down_to = at_leisure}};
  }
  const int useful = Useful(queue, around, at_leisure);
  const int rows = Fit(now, queue, std::min(queue.rows, useful));
  return {{.rows = rows}, rows >= useful || rows < queue.rows};
}

Collected HoldUntil(TimePoint now, TimePoint until, int rows) {
  if (until <= now) return {.rows = rows};
  return {.hold_until = until};
}

/// Until when the last free slot is left free so that the calls of several slots end apart: begun together they would end together, and
/// what came meanwhile would leave in one full call and several small ones.
TimePoint Staggered(const QueueView& queue, const Surroundings& around, int rows) {
  const int calls = CallsAtOnce(queue, around);
  const bool last_one = calls > 1 && std::min(around.free, queue.calls - queue.running) == 1;
  if (!last_one || queue.last_start == TimePoint::min() || !IsFixedCost(*queue.latency)) return TimePoint::min();
  const Nanos call = queue.latency->Mean(rows);
  return Later(queue.last_start, std::min(call / 2, call * 6 / 5 / calls));
}

/// Until when one more arrival is worth waiting for: it saves engine time that somebody wants, and is expected soon.
TimePoint Expected(const QueueView& queue, const Surroundings& around, int rows) {
  if (!around.freed_time_is_wanted || queue.gap == Nanos::max()) return TimePoint::min();
  // Engine time that the next arrival saves by joining instead of running alone.
  const Nanos saving = queue.latency->Mean(rows) + queue.latency->Mean(1) - queue.latency->Mean(rows + 1);
  if (static_cast<double>(queue.gap.count()) >= around.busy * static_cast<double>(saving.count()))
    return TimePoint::min();
  return std::min(Later(queue.oldest, Window(queue)), Later(queue.newest, 2 * queue.gap));
}

Collected Gap(TimePoint now, const QueueView& queue, const Surroundings& around) {
  const Cut cut = CutToUse(now, queue, around);
  if (cut.final) return cut.collected;
  const int rows = cut.collected.rows;
  const TimePoint until = std::max(Staggered(queue, around, rows), Expected(queue, around, rows));
  return HoldUntil(now, std::min(until, LatestStart(queue, rows + 1)), rows);
}

/// Held for the controller's wait since the oldest came; not beyond the moment from which nobody is expected within the rest of it. A
/// lone request therefore leaves at once, and never later than the wait.
Collected Article(TimePoint now, const QueueView& queue, const Surroundings& around) {
  const Cut cut = CutToUse(now, queue, around);
  if (cut.final || queue.gap > queue.wait) return cut.collected;
  const int rows = cut.collected.rows;
  return HoldUntil(now, std::min(Later(queue.oldest, queue.wait) - queue.gap, LatestStart(queue, rows + 1)), rows);
}

BatchMode ModeOf(const QueueView& queue, const Surroundings& around) {
  if (queue.rule->mode != BatchMode::kAuto) return queue.rule->mode;
  return ChooseMode(*queue.latency, queue.rule->max_batch, CallsAtOnce(queue, around), queue.row_gap);
}

Collected ByMode(TimePoint now, const QueueView& queue, const Surroundings& around) {
  const int most = std::min(queue.rows, std::max(queue.rule->max_batch, queue.head_rows));
  switch (ModeOf(queue, around)) {
    case BatchMode::kSync: return {.rows = queue.head_rows};
    case BatchMode::kGreedy: return {.rows = most};
    case BatchMode::kFixed: {
      const TimePoint until = LatestStart(queue, most);
      if (queue.rows >= queue.rule->max_batch || until <= now) return {.rows = most};
      return {.hold_until = until};
    }
    case BatchMode::kWindow: {
      const TimePoint until = std::min(Later(queue.oldest, Window(queue)), LatestStart(queue, most));
      if (queue.rows >= queue.rule->max_batch || until <= now) return {.rows = most};
      return {.hold_until = until};
    }
    case BatchMode::kArticle: return Article(now, queue, around);
    case BatchMode::kGap:
    case BatchMode::kAuto: return Gap(now, queue, around);
  }
  return {.rows = most};
}

}  // namespace

Collected Collect(TimePoint now, const QueueView& queue, const Surroundings& around) {
  if (queue.head_alone) return {.rows = queue.head_rows};
  Collected collected = ByMode(now, queue, around);
  if (collected.rows > 0) collected.rows = RowsWorthPadding(queue, collected.rows);
  return collected;
}

}  // namespace crossdock::schedule
