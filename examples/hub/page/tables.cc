#include <fmt/format.h>

#include "hub/page/markup.h"

namespace crossdock::hub {
namespace {

std::string TimeRow(const std::string& name, const Samples& samples) {
  if (samples.Count() == 0) return "";
  return fmt::format("<tr><td>{}</td><td></td><td>{}</td><td>{:.1f}</td><td>{:.1f}</td><td>{:.1f}</td></tr>\n",
                     Escaped(name), samples.Count(), samples.Quantile(0.5), samples.Quantile(0.95),
                     samples.Quantile(0.99));
}

}  // namespace

std::string Escaped(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '&': escaped += "&amp;"; break;
      case '<': escaped += "&lt;"; break;
      case '>': escaped += "&gt;"; break;
      case '"': escaped += "&quot;"; break;
      case '\'': escaped += "&#39;"; break;
      default: escaped += c;
    }
  }
  return escaped;
}

std::string RateTable(const Tally& tally) {
  std::string html =
      "<div class=\"scroll\"><table><tr><th>group</th><th></th><th>pictures</th><th>codes read</th><th>%</th><th>wrong "
      "codes</th>"
      "<th>lines exact</th><th>%</th><th>of 20 px and more</th><th>%</th><th>spaces too</th></tr>\n";
  for (const auto& [group, counts] : tally.Groups()) {
    html += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td>{} / {}</td><td>{:.1f}</td><td>{}</td>",
                        Escaped(group.first), Escaped(group.second), counts.pictures, counts.codes_right,
                        counts.codes_total, Percent(counts.codes_right, counts.codes_total), counts.codes_wrong);
    html += fmt::format("<td>{} / {}</td><td>{:.2f}</td><td>{} / {}</td><td>{:.2f}</td><td>{}</td></tr>\n",
                        counts.lines_right, counts.lines_total, Percent(counts.lines_right, counts.lines_total),
                        counts.large_right, counts.large_total, Percent(counts.large_right, counts.large_total),
                        counts.lines_with_spaces);
  }
  return html + "</table></div>";
}

std::string TimeTable(const Report& report) {
  std::string html =
      "<div "
      "class=\"scroll\"><table><tr><th>milliseconds</th><th></th><th>count</th><th>P50</th><th>P95</th><th>P99</th></"
      "tr>\n";
  html += TimeRow("codes known, plain read (from intended send)", report.latencies.plain_codes);
  html += TimeRow("codes known, after rescue (from intended send)", report.latencies.rescued_codes);
  html += TimeRow(report.with_text ? "text known (from intended send)" : "reply (from intended send)",
                  report.latencies.replies);
  for (const auto& [stage, run] : report.latencies.runs) {
    html += TimeRow("stage " + stage + ", waiting", report.latencies.waits.at(stage));
    html += TimeRow("stage " + stage + ", running", run);
  }
  return html + "</table></div>";
}

std::string BatchTable(const Report& report) {
  std::string rows;
  for (const Histogram& histogram : report.histograms) {
    if (histogram.name.find("batch") == std::string::npos) continue;
    rows += fmt::format("<tr><td>{}</td><td></td><td>{:.0f}</td><td>{:.2f}</td><td>{:g}</td><td>{:g}</td></tr>\n",
                        Escaped(histogram.labels), histogram.count, histogram.Mean(), histogram.QuantileBound(0.5),
                        histogram.QuantileBound(0.95));
  }
  if (rows.empty()) return "";
  return "<h2>Rows in one engine call</h2><div "
         "class=\"scroll\"><table><tr><th>model</th><th></th><th>calls</th><th>mean</th><th>P50</th><th>P95</th></"
         "tr>\n" +
         rows + "</table></div>";
}

}  // namespace crossdock::hub
