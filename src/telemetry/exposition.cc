#include "telemetry/exposition.h"

#include <charconv>
#include <cmath>
#include <iterator>
#include <optional>

#include <fmt/format.h>

namespace crossdock::telemetry {
namespace {

/// `escape_quotes`: inside a label value or an OpenMetrics help; the Prometheus help text keeps its quotes.
std::string Escape(std::string_view text, bool escape_quotes) {
  std::string out;
  for (const char c : text) {
    if (c == '\\')
      out += "\\\\";
    else if (c == '\n')
      out += "\\n";
    else if (c == '"' && escape_quotes)
      out += "\\\"";
    else
      out += c;
  }
  return out;
}

std::string Number(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "+Inf" : "-Inf";
  auto text = fmt::format("{}", value);
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  return text;
}

/// Writes one family; what differs between the formats is decided here and nowhere else.
class Writer {
 public:
  Writer(std::string& out, TextFormat format) : out_(out), open_metrics_(format == TextFormat::kOpenMetrics) {}

  void Write(const FamilySnapshot& family) {
    const bool counter = family.kind == Kind::kCounter;
    // OpenMetrics names the family without the suffix, the older format by the name of its samples.
    const auto name = counter && !open_metrics_ ? family.name + "_total" : family.name;
    Line("# HELP {} {}\n", name, Escape(family.help, open_metrics_));
    Line("# TYPE {} {}\n", name, counter ? "counter" : family.kind == Kind::kGauge ? "gauge" : "histogram");
    if (open_metrics_ && !family.unit.empty()) Line("# UNIT {} {}\n", name, family.unit);
    for (const SeriesSnapshot& series : family.series) Sample(family, series);
  }

 private:
  template <class... Args>
  void Line(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
  }

  void Sample(const FamilySnapshot& family, const SeriesSnapshot& series) {
    std::string labels;
    for (size_t i = 0; i < family.label_names.size(); ++i) {
      labels += fmt::format(R"({}{}="{}")", i == 0 ? "" : ",", family.label_names[i], Escape(series.labels[i], true));
    }
    const auto braced = labels.empty() ? std::string() : fmt::format("{{{}}}", labels);
    if (const auto* count = std::get_if<uint64_t>(&series.value)) Line("{}_total{} {}\n", family.name, braced, *count);
    if (const auto* level = std::get_if<double>(&series.value)) Line("{}{} {}\n", family.name, braced, Number(*level));
    const auto* fine = std::get_if<HistogramSnapshot>(&series.value);
    if (fine == nullptr) return;
    Buckets(family.name, labels, ByOctave(*fine));
    Line("{}_sum{} {}\n", family.name, braced, Number(fine->sum));
    Line("{}_count{} {}\n", family.name, braced, fine->count);
  }

  void Buckets(std::string_view name, std::string_view labels, const HistogramSnapshot& histogram) {
    uint64_t cumulative = 0;
    for (size_t i = 0; i < histogram.bounds.size(); ++i) {
      cumulative += histogram.counts[i];
      Line(R"({}_bucket{{{}{}le="{}"}} {})", name, labels, labels.empty() ? "" : ",", Number(histogram.bounds[i]),
           cumulative);
      const auto& exemplar = histogram.exemplars[i];
      if (open_metrics_ && exemplar) {
        Line(R"( # {{request_id="{}"}} {} {:.3f})", Escape(exemplar->request_id, true), Number(exemplar->value),
             exemplar->unix_seconds);
      }
      out_ += '\n';
    }
  }

  std::string& out_;
  const bool open_metrics_;
};

std::string_view Trim(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// The q value of one Accept entry; 1 where it is missing.
double Weight(std::string_view parameters) {
  const auto at = parameters.find("q=");
  double weight = 1;
  if (at != std::string_view::npos)
    std::from_chars(parameters.data() + at + 2, parameters.data() + parameters.size(), weight);
  return weight;
}

}  // namespace

TextFormat ChooseFormat(std::string_view accept_header) {
  double open_metrics = 0;
  double plain = 0;
  while (!accept_header.empty()) {
    const auto comma = accept_header.find(',');
    const auto entry = accept_header.substr(0, comma);
    accept_header.remove_prefix(comma == std::string_view::npos ? accept_header.size() : comma + 1);
    const auto semicolon = entry.find(';');
    const auto type = Trim(entry.substr(0, semicolon));
    const auto weight = semicolon == std::string_view::npos ? 1 : Weight(entry.substr(semicolon));
    if (type == "application/openmetrics-text") open_metrics = std::max(open_metrics, weight);
    if (type == "text/plain") plain = std::max(plain, weight);
  }
  return open_metrics > 0 && open_metrics >= plain ? TextFormat::kOpenMetrics : TextFormat::kPrometheus;
}

const char* ContentType(TextFormat format) {
  return format == TextFormat::kOpenMetrics ? "application/openmetrics-text; version=1.0.0; charset=utf-8"
                                            : "text/plain; version=0.0.4; charset=utf-8";
}

std::string ToText(const Snapshot& snapshot, TextFormat format) {
  std::string out;
  Writer writer(out, format);
  for (const FamilySnapshot& family : snapshot) {
    if (!family.series.empty()) writer.Write(family);
  }
  if (format == TextFormat::kOpenMetrics) out += "# EOF\n";
  return out;
}

}  // namespace crossdock::telemetry
