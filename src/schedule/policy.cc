#include "schedule/policy.h"

#include <algorithm>
#include <tuple>

#include "schedule/collect.h"

namespace crossdock::schedule {
namespace {

class EarliestDeadlinePolicy final : public Policy {
 public:
  Decision Decide(TimePoint now, std::span<const QueueView> queues, std::span<const SlotView> slots,
                  double busy) override {
    Decision decision;
    std::vector<SlotId> free;
    for (const SlotView& slot : slots) {
      if (slot.free) free.push_back(slot.id);
    }
    if (free.empty()) return decision;

    std::vector<const QueueView*> order;
    for (const QueueView& queue : queues) {
      if (queue.rows > 0 && queue.can_run) order.push_back(&queue);
    }
    std::sort(order.begin(), order.end(), [](const QueueView* a, const QueueView* b) {
      return std::tie(a->tier, a->earliest_deadline, a->oldest, a->id) <
             std::tie(b->tier, b->earliest_deadline, b->oldest, b->id);
    });

    size_t next_slot = 0;
    for (const QueueView* queue : order) {
      if (next_slot == free.size()) break;
      const bool lower_tier_waits = order.back()->tier > queue->tier;
      const int still_free = static_cast<int>(free.size() - next_slot);
      const Surroundings around{lower_tier_waits || still_free >= 2, busy, static_cast<int>(slots.size()), still_free};
      const Collected collected = Collect(now, *queue, around);
      if (collected.rows > 0) {
        decision.fires.push_back({free[next_slot++], queue->id, collected.rows});
      } else if (collected.shed_before > now) {
        decision.sheds.push_back({queue->id, collected.shed_before, collected.shed_down_to});
      } else {
        decision.wake_at = std::min(decision.wake_at, collected.hold_until);
      }
    }
    return decision;
  }
};

}  // namespace

BatchRule MakeRule(const BatchingConfig& config, int model_limit) {
  BatchRule rule;
  rule.mode = ParseBatchMode(config.mode, "mode").value_or(BatchMode::kGap);
  rule.max_batch = std::min(config.max_batch, model_limit);
  rule.window = std::chrono::microseconds(config.window_us);
  rule.margin = std::chrono::microseconds(config.margin_us);
  rule.target = std::chrono::microseconds(config.target_us);
  rule.queue_ref = config.queue_ref;
  for (const int size : config.sizes) {
    if (size < rule.max_batch) rule.sizes.push_back(size);
  }
  if (!config.sizes.empty()) rule.sizes.push_back(rule.max_batch);
  return rule;
}

WaitController::Reference ReferenceOf(const BatchRule& rule, const LatencyTable& latency) {
  return {rule.queue_ref > 0 ? rule.queue_ref : rule.max_batch,
          rule.target > Nanos{0} ? rule.target : 10 * latency.Mean(1)};
}

std::unique_ptr<Policy> MakeEarliestDeadlinePolicy() { return std::make_unique<EarliestDeadlinePolicy>(); }

}  // namespace crossdock::schedule
