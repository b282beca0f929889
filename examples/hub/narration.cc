#include "hub/narration.h"

#include <fmt/format.h>

namespace crossdock::hub {
namespace {

/// The tracking number is enough of a link.
std::string Shortened(const std::string& text) { return text.size() <= 24 ? text : text.substr(0, 21) + "…"; }

std::string CodesTold(const PictureFile& picture, const Shot& shot) {
  std::string told;
  if (!picture.truth) {
    for (const CodeRead& code : shot.reading->codes) told += fmt::format(" {} {}", code.format, Shortened(code.text));
    return told.empty() ? " no code" : told;
  }
  for (std::size_t i = 0; i < picture.truth->codes.size(); ++i) {
    const CodeTruth& code = picture.truth->codes[i];
    const auto& read = shot.verdict->codes[i];
    told += fmt::format(" {} {} {}", read ? "✓" : "✗", code.format, Shortened(code.text));
    if (read && shot.reading->codes[*read].path != "plain")
      told += fmt::format(" ({})", shot.reading->codes[*read].path);
  }
  for (const std::size_t wrong : shot.verdict->wrong_codes)
    told += fmt::format(" ✗ wrong: {}", Shortened(shot.reading->codes[wrong].text));
  return told;
}

std::string BatchRows(const Report& report) {
  std::string rows;
  for (const Histogram& histogram : report.histograms) {
    if (histogram.name.find("batch") == std::string::npos) continue;
    rows += fmt::format("{:60} {:>7.0f} {:>9.2f} {:>9g} {:>9g} {:>9g}\n",
                        fmt::format("{}{{{}}}", histogram.name, histogram.labels), histogram.count, histogram.Mean(),
                        histogram.QuantileBound(0.5), histogram.QuantileBound(0.95), histogram.QuantileBound(0.99));
  }
  return rows;
}

std::string ServerTimes(const Report& report) {
  std::string rows;
  for (const Histogram& histogram : report.histograms) {
    // Stages are told from the results already; the models' own times are known to the server alone.
    if (histogram.labels.find("model=") == std::string::npos || !histogram.name.ends_with("_seconds")) continue;
    rows +=
        fmt::format("{:60} {:>7.0f} {:>9.2f} {:>9.2f} {:>9.2f} {:>9.2f}\n",
                    fmt::format("{}{{{}}}", histogram.name, histogram.labels), histogram.count, histogram.Mean() * 1000,
                    histogram.Quantile(0.5) * 1000, histogram.Quantile(0.95) * 1000, histogram.Quantile(0.99) * 1000);
  }
  return rows;
}

std::string MetricsHeader(const char* what) {
  return fmt::format("\n{:60} {:>7} {:>9} {:>9} {:>9} {:>9}\n", what, "count", "mean", "P50", "P95", "P99");
}

}  // namespace

std::string Told(const PictureFile& picture, const Shot& shot) {
  std::string told = fmt::format("{:34}", picture.path.filename().string());
  if (!shot.reading) return told + " failed: " + shot.failure;
  told += CodesTold(picture, shot);
  if (shot.verdict) {
    told += fmt::format(" | lines {}/{}", shot.verdict->LinesRight(), picture.truth->lines.size());
  } else {
    told += fmt::format(" | {} lines", shot.reading->lines.size());
  }
  told += fmt::format(" | codes {:.0f} ms, all {:.0f} ms", shot.CodesKnownMs(), shot.answered_ms);
  if (!shot.reading->problem.empty()) told += " | " + shot.reading->problem;
  if (!picture.truth) {
    for (const LineRead& line : shot.reading->lines) told += "\n    " + line.text;
  }
  return told;
}

std::string ToldWrong(const PictureFile& picture, const Shot& shot) {
  const std::string name = picture.path.filename().string();
  if (!shot.reading) return fmt::format("{}: failed: {}\n", name, shot.failure);
  std::string told;
  for (std::size_t i = 0; i < picture.truth->codes.size(); ++i) {
    const CodeTruth& code = picture.truth->codes[i];
    if (!shot.verdict->codes[i]) told += fmt::format("{}: {} {} not read\n", name, code.format, code.text);
  }
  for (const std::size_t wrong : shot.verdict->wrong_codes) {
    const CodeRead& code = shot.reading->codes[wrong];
    told += fmt::format("{}: wrong code {} {} ({})\n", name, code.format, code.text, code.path);
  }
  for (std::size_t i = 0; i < picture.truth->lines.size(); ++i) {
    const LineTruth& line = picture.truth->lines[i];
    const Verdict::Line& verdict = shot.verdict->lines[i];
    if (verdict.read) continue;
    told += fmt::format("{}: '{}' ({:.0f} px, {}) read as", name, line.text, line.letter_px, line.font);
    for (const std::size_t other : verdict.instead) told += fmt::format(" '{}'", shot.reading->lines[other].text);
    told += verdict.instead.empty() ? " nothing\n" : "\n";
  }
  return told;
}

std::string Summary(const Report& report) {
  std::string summary;
  if (report.with_truth) summary += "\n" + ToTable(report.tally);
  summary += "\n" + ToTable(report.latencies, report.with_text) + "\n" + StageTable(report.latencies);
  if (const std::string rows = BatchRows(report); !rows.empty())
    summary += MetricsHeader("rows in one engine call") + rows;
  if (const std::string rows = ServerTimes(report); !rows.empty())
    summary += MetricsHeader("milliseconds, by the server's metrics") + rows;
  summary += fmt::format("\n{} pictures in {:.1f} s: {:.2f} a second\n", report.sent.shots.size(), report.sent.seconds,
                         static_cast<double>(report.sent.shots.size()) / report.sent.seconds);
  return summary;
}

}  // namespace crossdock::hub
