#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace crossdock::schedule {

/// How batches of one model are formed.
enum class BatchMode {
  kSync,     // one request a call, in order of arrival: the baseline
  kGreedy,   // whatever waits when a slot is free
  kFixed,    // only full batches of max_batch (a deadline that would be missed ends the wait)
  kWindow,   // max_batch rows, or window_us after the oldest arrived
  kGap,      // greedy, but holds while another arrival is expected sooner than it costs (the default)
  kArticle,  // as window, for a time of 1 to 10 ms that a controller sets from the queue and the recent P99
  kAuto,     // the one of greedy, gap and article that the measured table speaks for
};

const char* Name(BatchMode mode);
Result<BatchMode> ParseBatchMode(std::string_view name, std::string_view field);

struct BatchingConfig {
  std::string mode = "gap";
  int max_batch = 8;       // rows in one engine call
  std::vector<int> sizes;  // batch sizes that are run, ascending to max_batch; empty: any
  int window_us = 0;       // longest hold of the oldest item; 0: half the time of one call
  int max_queued = 1024;   // waiting rows before new ones are refused
  int margin_us = 2000;    // kept free before a deadline
  int target_us = 0;       // article: P99 aimed at; 0: ten times the time of one call
  int queue_ref = 0;       // article: waiting rows that count as too many; 0: max_batch
  Status Validate() const;
};

template <class Visitor>
void Describe(BatchingConfig& c, Visitor& v) {
  v.Field("mode", c.mode, "sync, greedy, fixed, window, gap, article or auto: how a batch is collected");
  v.Field("max_batch", c.max_batch, 1, 4096, "rows in one engine call, at most");
  v.Field("sizes", c.sizes, 1, 4096,
          "the only batch sizes that are run, ascending, the last is max_batch; others are padded up or split, as is "
          "measured "
          "to be faster; empty: any size");
  v.Field("window_us", c.window_us, 0, 1'000'000,
          "longest wait of the oldest row, microseconds; 0: as `crossdock bench` stored it, else half the time of one "
          "call");
  v.Field("max_queued", c.max_queued, 1, 1 << 20, "waiting rows before new requests are refused");
  v.Field("margin_us", c.margin_us, 0, 1'000'000, "time kept free before a deadline, microseconds");
  v.Field("target_us", c.target_us, 0, 1'000'000'000,
          "article: time that 99 of 100 requests should stay under, microseconds; 0: ten times the time of one call");
  v.Field("queue_ref", c.queue_ref, 0, 1 << 20,
          "article: waiting rows that count as too many; 0: as many as one call takes");
}

}  // namespace crossdock::schedule
