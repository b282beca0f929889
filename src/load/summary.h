#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "load/record.h"
#include "load/samples.h"

namespace crossdock::load {

/// What a stream is called and when its requests count as late.
struct StreamTraits {
  std::string name;
  bool open_loop = true;
  Nanos late_after{0};
};

struct SummaryOptions {
  double warm_up_seconds = 0;
  double seconds = 0;  // measured: what was intended from the end of the warm-up on, for so long
  double slo_ms = 0;   // 0: none
  bool stopped = false;
};

/// Figures of one stream, or of all. What was intended during the measured time is counted, whenever it was answered; rates of answers
/// are of the answers that came during that time, so that a server which falls behind is not credited with what it does afterwards.
struct StreamSummary {
  std::string name;
  int64_t sent = 0;
  int64_t ok = 0;                           // 2xx
  int64_t refused = 0;                      // 429, 503
  int64_t failed = 0;                       // anything else
  std::map<std::string, int64_t> outcomes;  // "200", "503", "timeout" …
  Samples latency_ms;                       // of ok answers, from the intended moment
  Samples wait_ms;                          // for a free connection, of all that were sent
  double offered_per_s = 0;
  double answered_per_s = 0;  // ok
  double good_per_s = 0;      // ok within the latency objective
  int64_t good = 0;
  int64_t late = 0;  // the generator itself was behind; open loops only
  int64_t open = 0;  // requests of open loops
};

struct Summary {
  SummaryOptions options;
  std::vector<StreamSummary> streams;
  StreamSummary total;
  std::vector<std::string> problems;  // why the run is not valid; empty: it is
  bool valid() const { return problems.empty(); }
};

/// A run is not valid if more than this share of its open-loop requests were late, if it was stopped, or if nothing was answered.
inline constexpr double kMostLateShare = 0.01;

/// `records` as Send left them; `streams` in the plan's order.
Summary Summarize(std::span<const Record> records, std::span<const StreamTraits> streams,
                  const SummaryOptions& options);

/// Whether the generator got to a request too late.
bool IsLate(const Record& record, const StreamTraits& stream);

}  // namespace crossdock::load
