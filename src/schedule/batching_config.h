#pragma once

#include <string>

#include "base/result.h"

namespace crossdock::schedule {

/// How batches of one model are formed.
enum class BatchMode {
  kSync,    // one request a call, in order of arrival: the baseline
  kGreedy,  // whatever waits when a slot is free
  kFixed,   // only full batches of max_batch (a deadline that would be missed ends the wait)
  kWindow,  // max_batch rows, or window_us after the oldest arrived
  kGap,     // greedy, but holds while another arrival is expected sooner than it costs (the default)
};

const char* Name(BatchMode mode);
Result<BatchMode> ParseBatchMode(std::string_view name, std::string_view field);

struct BatchingConfig {
  std::string mode = "gap";
  int max_batch = 8;      // rows in one engine call
  int window_us = 0;      // longest hold of the oldest item; 0: half the time of one call
  int max_queued = 1024;  // waiting rows before new ones are refused
  int margin_us = 2000;   // kept free before a deadline
  Status Validate() const;
};

template <class Visitor>
void Describe(BatchingConfig& c, Visitor& v) {
  v.Field("mode", c.mode, "sync, greedy, fixed, window or gap: how a batch is collected");
  v.Field("max_batch", c.max_batch, 1, 4096, "rows in one engine call, at most");
  v.Field("window_us", c.window_us, 0, 1'000'000,
          "longest wait of the oldest row, microseconds; 0: half the time of one call");
  v.Field("max_queued", c.max_queued, 1, 1 << 20, "waiting rows before new requests are refused");
  v.Field("margin_us", c.margin_us, 0, 1'000'000, "time kept free before a deadline, microseconds");
}

}  // namespace crossdock::schedule
