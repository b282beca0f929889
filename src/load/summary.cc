#include "load/summary.h"

#include <fmt/format.h>

namespace crossdock::load {
namespace {

double Millis(Nanos time) { return std::chrono::duration<double, std::milli>(time).count(); }
double Seconds(Nanos time) { return std::chrono::duration<double>(time).count(); }

std::string OutcomeOf(const Record& record) {
  return record.failure == Failure::kNone ? std::to_string(record.status) : Name(record.failure);
}

void Count(StreamSummary& summary, const Record& record, const StreamTraits& stream, double slo_ms) {
  summary.sent += 1;
  summary.outcomes[OutcomeOf(record)] += 1;
  if (record.ok()) {
    const double latency = Millis(record.latency());
    summary.ok += 1;
    summary.latency_ms.Add(latency);
    summary.good += slo_ms > 0 && latency <= slo_ms;
  } else {
    (record.refused() ? summary.refused : summary.failed) += 1;
  }
  if (record.sent != Record::kNever) summary.wait_ms.Add(Millis(record.sent - record.ready));
  if (stream.open_loop) {
    summary.open += 1;
    summary.late += IsLate(record, stream);
  }
}

std::vector<std::string> ProblemsOf(const StreamSummary& total, const SummaryOptions& options) {
  std::vector<std::string> problems;
  if (options.stopped) problems.emplace_back("it was stopped before its end");
  if (static_cast<double>(total.late) > kMostLateShare * static_cast<double>(total.open)) {
    problems.push_back(
        fmt::format("the generator was late for {} of {} requests ({:.1f} %, at most {:.0f} %): its machine is too "
                    "busy, or it is asked for too much",
                    total.late, total.open, 100.0 * static_cast<double>(total.late) / static_cast<double>(total.open),
                    100 * kMostLateShare));
  }
  if (total.ok == 0) problems.emplace_back(total.sent == 0 ? "nothing was sent" : "nothing was answered with success");
  return problems;
}

}  // namespace

bool IsLate(const Record& record, const StreamTraits& stream) {
  return stream.open_loop && record.ready - record.intended > stream.late_after;
}

Summary Summarize(std::span<const Record> records, std::span<const StreamTraits> streams,
                  const SummaryOptions& options) {
  Summary summary;
  summary.options = options;
  summary.streams.resize(streams.size());
  for (size_t i = 0; i < streams.size(); ++i) summary.streams[i].name = streams[i].name;
  summary.total.name = "all";
  const double begin = options.warm_up_seconds;
  const double end = begin + options.seconds;
  for (const Record& record : records) {
    StreamSummary& own = summary.streams[record.stream];
    const double done = Seconds(record.done);
    if (record.ok() && done >= begin && done < end) {
      own.answered_per_s += 1 / options.seconds;
      summary.total.answered_per_s += 1 / options.seconds;
    }
    const double intended = Seconds(record.intended);
    if (intended < begin || intended >= end) continue;
    Count(own, record, streams[record.stream], options.slo_ms);
    Count(summary.total, record, streams[record.stream], options.slo_ms);
  }
  const auto finish = [&](StreamSummary& one) {
    one.offered_per_s = static_cast<double>(one.sent) / options.seconds;
    one.good_per_s = static_cast<double>(one.good) / options.seconds;
  };
  for (StreamSummary& one : summary.streams) finish(one);
  finish(summary.total);
  summary.problems = ProblemsOf(summary.total, options);
  return summary;
}

}  // namespace crossdock::load
