#include "model/findings.h"

namespace crossdock::model {

Findings FindingsOf(const Version& version) {
  Findings findings;
  findings.max_batch = version.max_batch();
  findings.batch_note = version.batch_note();
  findings.buckets.assign(version.buckets().begin(), version.buckets().end());
  for (const schedule::LatencyTable& table : version.latency()) {
    auto& times = findings.times.emplace_back();
    for (const auto& point : table.points()) times.emplace_back(point.batch, static_cast<int64_t>(point.mean_ns));
  }
  return findings;
}

}  // namespace crossdock::model
