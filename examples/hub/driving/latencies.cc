#include "hub/driving/latencies.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace crossdock::hub {
namespace {

std::string Row(const std::string& name, const Samples& samples) {
  if (samples.Count() == 0) return "";
  return fmt::format("{:34} {:>7} {:>10.1f} {:>10.1f} {:>10.1f} {:>10.1f}\n", name, samples.Count(),
                     samples.Quantile(0.5), samples.Quantile(0.95), samples.Quantile(0.99), samples.Quantile(1));
}

std::string Header(const char* what) {
  return fmt::format("{:34} {:>7} {:>10} {:>10} {:>10} {:>10}\n", what, "count", "P50", "P95", "P99", "max");
}

nlohmann::ordered_json ToJson(const Samples& samples) {
  return {{"count", samples.Count()},
          {"p50", samples.Quantile(0.5)},
          {"p95", samples.Quantile(0.95)},
          {"p99", samples.Quantile(0.99)},
          {"max", samples.Quantile(1)}};
}

}  // namespace

Latencies Measure(std::span<const Shot> shots) {
  Latencies latencies;
  for (const Shot& shot : shots) {
    latencies.lateness.Add(shot.sent_ms);
    latencies.sent_late += shot.sent_ms > kLateMs;
    if (!shot.reading) {
      ++latencies.failed;
      continue;
    }
    (shot.reading->WasRescued() ? latencies.rescued_codes : latencies.plain_codes).Add(shot.CodesKnownMs());
    latencies.replies.Add(shot.answered_ms);
    for (const StageTimes& stage : shot.reading->stages) {
      latencies.waits[stage.stage].Add(stage.wait_ms);
      latencies.runs[stage.stage].Add(stage.run_ms);
      if (stage.stage == "rescue") latencies.rescue.Add(stage.wait_ms + stage.run_ms);
    }
  }
  return latencies;
}

std::string ToTable(const Latencies& latencies, bool with_text) {
  std::string table = Header("milliseconds from intended send");
  table += Row("codes known, plain read", latencies.plain_codes);
  table += Row("codes known, after rescue", latencies.rescued_codes);
  table += Row(with_text ? "text known (reply received)" : "reply received", latencies.replies);
  table += fmt::format("sent more than {:.0f} ms late: {} of {}; failed: {}\n", kLateMs, latencies.sent_late,
                       latencies.lateness.Count(), latencies.failed);
  return table;
}

std::string StageTable(const Latencies& latencies) {
  std::string table = Header("milliseconds by stage");
  for (const auto& [stage, run] : latencies.runs) {
    table += Row(stage + ", waiting", latencies.waits.at(stage));
    table += Row(stage + ", running", run);
  }
  return table;
}

std::string ToJson(const Latencies& latencies, const Sent& sent) {
  nlohmann::ordered_json stages = nlohmann::ordered_json::object();
  for (const auto& [stage, run] : latencies.runs)
    stages[stage] = {{"wait_ms", ToJson(latencies.waits.at(stage))}, {"run_ms", ToJson(run)}};
  const nlohmann::ordered_json json{{"sent", sent.shots.size()},
                                    {"failed", latencies.failed},
                                    {"sent_late", latencies.sent_late},
                                    {"seconds", sent.seconds},
                                    {"per_second", static_cast<double>(sent.shots.size()) / sent.seconds},
                                    {"plain_codes_ms", ToJson(latencies.plain_codes)},
                                    {"rescued_codes_ms", ToJson(latencies.rescued_codes)},
                                    {"rescue_ms", ToJson(latencies.rescue)},
                                    {"reply_ms", ToJson(latencies.replies)},
                                    {"stages", stages}};
  return json.dump(1);
}

}  // namespace crossdock::hub
