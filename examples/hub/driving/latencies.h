#pragma once

#include <map>
#include <span>
#include <string>

#include "hub/driving/sending.h"
#include "load/samples.h"

namespace crossdock::hub {

using load::Samples;

/// Where the time of a shift went, milliseconds. All but the stages count from the moment at which a picture should have been sent.
struct Latencies {
  Samples plain_codes;    // codes known, pictures whose codes the plain read found
  Samples rescued_codes;  // codes known, pictures that went through the rescue
  Samples rescue;         // the rescue itself, its wait included
  Samples replies;        // reply received; with text: text known
  Samples lateness;       // how late it was sent
  int sent_late = 0;      // by more than kLateMs: the sender itself had fallen behind
  int failed = 0;
  std::map<std::string, Samples> waits;  // by stage
  std::map<std::string, Samples> runs;
};
constexpr double kLateMs = 5;

Latencies Measure(std::span<const Shot> shots);

/// Tables of quantiles for the terminal.
std::string ToTable(const Latencies& latencies, bool with_text);
std::string StageTable(const Latencies& latencies);
/// {"plain_codes_ms": {"count", "p50", "p95", "p99", "max"}, …}.
std::string ToJson(const Latencies& latencies, const Sent& sent);

}  // namespace crossdock::hub
