#pragma once

#include <iosfwd>
#include <span>
#include <string>

#include "load/record.h"
#include "load/summary.h"

namespace crossdock::load {

/// What is known of a run beside its requests.
struct RunFacts {
  std::string address;
  uint64_t seed = 0;
  double elapsed_seconds = 0;
  double processor_seconds = 0;  // of the generator itself: benches take them out of the machine's
};

/// For the terminal: a line a stream, then what the generator used and whether the run is valid.
std::string ToTable(const Summary& summary, const RunFacts& facts);

/// {"valid", "problems", "address", …, "streams": [{"name", "sent", "ok", …, "latency_ms": {"p50", …}}], "total": {…}}; see docs/load.md.
std::string ToJson(const Summary& summary, const RunFacts& facts);

/// One row a request in order of intended moments, the warm-up included. The first column can be replayed.
void WriteCsv(std::span<const Record> records, std::span<const StreamTraits> streams, const SummaryOptions& options,
              std::ostream& out);

/// A picture of the run as SVG: latency over time, a dot a request, on a logarithmic scale; below it answers a second. Of more than
/// 6000 requests every n-th is drawn, and each that was slower than all but one in a thousand.
std::string ToSvg(std::span<const Record> records, std::span<const StreamTraits> streams,
                  const SummaryOptions& options);

}  // namespace crossdock::load
