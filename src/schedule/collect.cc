#include "schedule/collect.h"

#include <algorithm>

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

Collected Gap(TimePoint now, const QueueView& queue, const Surroundings& around) {
  const int useful = std::max(queue.latency->UsefulMax(queue.rule->max_batch), queue.head_rows);
  // More waits than one call takes. What cannot be met by a full call is given up before it costs engine time: sent alone, each late
  // head would cost a call of its own and make the next one late, until nothing is in time any more.
  const TimePoint full_call_ends = Later(now, queue.latency->P95(useful) + queue.rule->margin);
  if (queue.rows > useful && queue.latency->Knows(useful) && queue.earliest_deadline < full_call_ends) {
    return {.shed_before = full_call_ends, .shed_down_to = useful};
  }
  const int rows = Fit(now, queue, std::min(queue.rows, useful));
  if (rows >= useful || rows < queue.rows || !around.freed_time_is_wanted || queue.gap == Nanos::max())
    return {.rows = rows};
  // Engine time that the next arrival saves by joining instead of running alone.
  const Nanos saving = queue.latency->Mean(rows) + queue.latency->Mean(1) - queue.latency->Mean(rows + 1);
  if (static_cast<double>(queue.gap.count()) >= around.busy * static_cast<double>(saving.count()))
    return {.rows = rows};
  const TimePoint until =
      std::min({Later(queue.oldest, Window(queue)), Later(queue.newest, 2 * queue.gap), LatestStart(queue, rows + 1)});
  if (until <= now) return {.rows = rows};
  return {.hold_until = until};
}

}  // namespace

Collected Collect(TimePoint now, const QueueView& queue, const Surroundings& around) {
  if (queue.head_alone) return {.rows = queue.head_rows};
  const int most = std::min(queue.rows, std::max(queue.rule->max_batch, queue.head_rows));
  switch (queue.rule->mode) {
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
    case BatchMode::kGap: return Gap(now, queue, around);
  }
  return {.rows = most};
}

}  // namespace crossdock::schedule
