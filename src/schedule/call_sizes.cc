#include "schedule/call_sizes.h"

#include <algorithm>

namespace crossdock::schedule {

int CallRows(const BatchRule& rule, int rows) {
  const auto size = std::lower_bound(rule.sizes.begin(), rule.sizes.end(), rows);
  return size == rule.sizes.end() ? rows : *size;
}

int RowsWorthPadding(const QueueView& queue, int rows) {
  const BatchRule& rule = *queue.rule;
  const auto above = std::upper_bound(rule.sizes.begin(), rule.sizes.end(), rows);
  if (above == rule.sizes.begin() || above == rule.sizes.end()) return rows;
  const int down = *std::prev(above);
  if (down == rows || down < queue.head_rows) return rows;
  const auto time = [&](int call) { return queue.latency->Mean(CallRows(rule, call)); };
  const Nanos together = rows * time(rows);
  const Nanos apart = down * time(down) + (rows - down) * (time(down) + time(rows - down));
  return apart < together ? down : rows;
}

}  // namespace crossdock::schedule
