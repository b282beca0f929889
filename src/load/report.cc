#include "load/report.h"

#include <ostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace crossdock::load {
namespace {

using Json = nlohmann::ordered_json;

double Seconds(Nanos time) { return std::chrono::duration<double>(time).count(); }

constexpr const char* kRow = "{:24.24} {:>9} {:>9} {:>7} {:>7} {:>7} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8}{}\n";

std::string Row(const StreamSummary& one, bool with_slo) {
  const auto quantile = [&](double part) { return fmt::format("{:.2f}", one.latency_ms.Quantile(part)); };
  return fmt::format(kRow, one.name, fmt::format("{:.1f}", one.offered_per_s),
                     fmt::format("{:.1f}", one.answered_per_s), one.ok, one.refused, one.failed, quantile(0.5),
                     quantile(0.9), quantile(0.95), quantile(0.99), quantile(0.999), quantile(1),
                     with_slo ? fmt::format(" {:>9.1f}", one.good_per_s) : "");
}

std::string OutcomesOf(const StreamSummary& one) {
  std::string text;
  for (const auto& [outcome, count] : one.outcomes)
    text += fmt::format("{}{} × {}", text.empty() ? "" : ", ", count, outcome);
  return text;
}

Json Quantiles(const Samples& samples) {
  const double mean = samples.Count() > 0 ? samples.Sum() / static_cast<double>(samples.Count()) : 0;
  return {{"count", samples.Count()},        {"mean", mean},
          {"p50", samples.Quantile(0.5)},    {"p90", samples.Quantile(0.9)},
          {"p95", samples.Quantile(0.95)},   {"p99", samples.Quantile(0.99)},
          {"p999", samples.Quantile(0.999)}, {"max", samples.Quantile(1)}};
}

Json ToJson(const StreamSummary& one, double slo_ms) {
  Json json{{"name", one.name},
            {"offered_per_s", one.offered_per_s},
            {"answered_per_s", one.answered_per_s},
            {"sent", one.sent},
            {"ok", one.ok},
            {"refused", one.refused},
            {"failed", one.failed},
            {"outcomes", one.outcomes},
            {"late", one.late},
            {"latency_ms", Quantiles(one.latency_ms)},
            {"wait_for_connection_ms", Quantiles(one.wait_ms)}};
  if (slo_ms > 0) {
    json["good"] = one.good;
    json["good_per_s"] = one.good_per_s;
  }
  return json;
}

}  // namespace

std::string ToTable(const Summary& summary, const RunFacts& facts) {
  const double slo = summary.options.slo_ms;
  std::string text = fmt::format(kRow, "ms from the intended send", "offered/s", "answer/s", "ok", "refused", "failed",
                                 "P50", "P90", "P95", "P99", "P99.9", "max", slo > 0 ? "    good/s" : "");
  for (const StreamSummary& one : summary.streams) text += Row(one, slo > 0);
  if (summary.streams.size() > 1) text += Row(summary.total, slo > 0);
  text += '\n';
  for (const StreamSummary& one : summary.streams) {
    if (one.ok != one.sent) text += fmt::format("{}: {}\n", one.name, OutcomesOf(one));
  }
  if (slo > 0) {
    const auto sent = static_cast<double>(std::max<int64_t>(1, summary.total.sent));
    text += fmt::format("within {:g} ms: {:.2f} % of what was sent\n", slo,
                        100 * static_cast<double>(summary.total.good) / sent);
  }
  text += fmt::format(
      "{:.1f} s measured of {:.1f} s; late sends: {} of {}; the generator used {:.2f} processor seconds\n",
      summary.options.seconds, facts.elapsed_seconds, summary.total.late, summary.total.open, facts.processor_seconds);
  for (const std::string& problem : summary.problems) text += fmt::format("NOT VALID: {}\n", problem);
  return text;
}

std::string ToJson(const Summary& summary, const RunFacts& facts) {
  Json streams = Json::array();
  for (const StreamSummary& one : summary.streams) streams.push_back(ToJson(one, summary.options.slo_ms));
  Json json{{"valid", summary.valid()},
            {"problems", summary.problems},
            {"address", facts.address},
            {"seed", facts.seed},
            {"warm_up_seconds", summary.options.warm_up_seconds},
            {"seconds", summary.options.seconds},
            {"elapsed_seconds", facts.elapsed_seconds}};
  if (summary.options.slo_ms > 0) json["slo_ms"] = summary.options.slo_ms;
  json["generator"] = {{"processor_seconds", facts.processor_seconds},
                       {"open_loop_sends", summary.total.open},
                       {"late_sends", summary.total.late}};
  json["streams"] = streams;
  json["total"] = ToJson(summary.total, summary.options.slo_ms);
  // A name may hold any bytes.
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

void WriteCsv(std::span<const Record> records, std::span<const StreamTraits> streams, const SummaryOptions& options,
              std::ostream& out) {
  const auto moment = [](Nanos time) {
    return time == Record::kNever ? std::string() : fmt::format("{:.6f}", Seconds(time));
  };
  out << "intended_s,stream,ready_s,sent_s,first_byte_s,done_s,latency_ms,status,failure,late,warm_up,request_bytes,"
         "reply_bytes\n";
  for (const Record& record : records) {
    std::string name = streams[record.stream].name;
    for (char& c : name) {
      if (c == ',' || c == '"' || static_cast<unsigned char>(c) < ' ') c = '_';
    }
    out << fmt::format("{:.6f},{},{:.6f},{},{},{:.6f},{:.3f},{},{},{},{},{},{}\n", Seconds(record.intended), name,
                       Seconds(record.ready), moment(record.sent), moment(record.first_byte), Seconds(record.done),
                       1e3 * Seconds(record.latency()), record.status, Name(record.failure),
                       static_cast<int>(IsLate(record, streams[record.stream])),
                       static_cast<int>(Seconds(record.intended) < options.warm_up_seconds), record.request_bytes,
                       record.reply_bytes);
  }
}

}  // namespace crossdock::load
