#pragma once

#include "schedule/policy.h"

namespace crossdock::schedule {

/// Rows of the call that `rows` rows run in: the smallest of the sizes that the rule allows, or just so many where it allows any. What is
/// above `rows` is padding.
int CallRows(const BatchRule& rule, int rows);

/// How many of `rows` rows, which may leave now, should: all of them, padded up to the next size, or fewer in a smaller call with the
/// rest after it, whichever has the smaller sum of times by what calls were measured to take. Never less than the head item.
int RowsWorthPadding(const QueueView& queue, int rows);

}  // namespace crossdock::schedule
