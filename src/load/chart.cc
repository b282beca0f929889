#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "load/report.h"

namespace crossdock::load {
namespace {

constexpr double kWidth = 960, kLeft = 70, kRight = 940;
constexpr double kDotsTop = 50, kDotsBottom = 340, kRatesTop = 385, kRatesBottom = 520, kHeight = 560;
constexpr size_t kMostDots = 6000;
constexpr int kMostBins = 120;
// Told apart by colour-blind readers too (Okabe and Ito, 2008).
constexpr std::array<const char*, 6> kColours{"#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00"};
constexpr const char* kWrong = "#b00020";

double Seconds(Nanos time) { return std::chrono::duration<double>(time).count(); }
double LatencyMs(const Record& record) { return 1e3 * Seconds(record.latency()); }
const char* ColourOf(size_t stream) { return kColours[stream % kColours.size()]; }

std::string Escaped(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    if (c == '<')
      safe += "&lt;";
    else if (c == '&')
      safe += "&amp;";
    else
      safe += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  return safe;
}

/// Where values lie between two edges of the picture.
struct Scale {
  double least, most, from, to;
  double At(double value) const {
    return from + (std::clamp(value, least, most) - least) / (most - least) * (to - from);
  }
};

std::string Text(double x, double y, const char* anchor, const std::string& text) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor, Escaped(text));
}

std::string GridLine(double y) {
  return fmt::format("<path d=\"M{} {:.1f}H{}\" stroke=\"#ddd\"/>\n", kLeft, y, kRight);
}

/// A step of 1, 2 or 5 times a power of ten, so that `most` takes about `count` of them.
double RoundStep(double most, double count) {
  const double rough = most / count;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  for (const double times : {1.0, 2.0, 5.0}) {
    if (rough <= times * power) return times * power;
  }
  return 10 * power;
}

/// Every n-th request, and the slowest thousandth: what a percentile table would show must be seen.
std::vector<const Record*> Chosen(std::span<const Record> records) {
  std::vector<double> latencies;
  for (const Record& record : records) latencies.push_back(LatencyMs(record));
  double slow = 0;
  if (!latencies.empty()) {
    const auto at = latencies.begin() + static_cast<std::ptrdiff_t>(static_cast<double>(latencies.size() - 1) * 0.999);
    std::nth_element(latencies.begin(), at, latencies.end());
    slow = *at;
  }
  const size_t every = records.size() / kMostDots + 1;
  std::vector<const Record*> chosen;
  for (size_t i = 0; i < records.size(); ++i) {
    if (i % every == 0 || LatencyMs(records[i]) > slow) chosen.push_back(&records[i]);
  }
  return chosen;
}

std::string Dots(const std::vector<const Record*>& chosen, size_t stream, bool ok, const Scale& time,
                 const Scale& log_ms) {
  std::string path;
  for (const Record* record : chosen) {
    if (record->stream != stream || record->ok() != ok) continue;
    const double y = log_ms.At(std::log10(std::max(LatencyMs(*record), 1e-3)));
    path += fmt::format("M{:.1f} {:.1f}h0", time.At(Seconds(record->intended)), y);
  }
  if (path.empty()) return "";
  return fmt::format(
      "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linecap=\"round\" opacity=\"0.6\"/>\n",
      path, ok ? ColourOf(stream) : kWrong, ok ? 3 : 4);
}

std::string LatencyPanel(std::span<const Record> records, size_t streams, const Scale& time) {
  const auto chosen = Chosen(records);
  double least = 1e9, most = 0;
  for (const Record* record : chosen) {
    least = std::min(least, LatencyMs(*record));
    most = std::max(most, LatencyMs(*record));
  }
  const double low = std::floor(std::log10(std::max(std::min(least, most), 1e-2)));
  const Scale log_ms{low, std::max(low + 1, std::ceil(std::log10(std::max(most, 1e-2)))), kDotsBottom, kDotsTop};
  std::string svg = Text(kLeft, kDotsTop - 8, "start", "latency from the intended send, ms; red: refused or failed");
  for (double power = log_ms.least; power <= log_ms.most; ++power) {
    svg += GridLine(log_ms.At(power)) +
           Text(kLeft - 6, log_ms.At(power) + 4, "end", fmt::format("{:g}", std::pow(10, power)));
  }
  for (size_t i = 0; i < streams; ++i) svg += Dots(chosen, i, true, time, log_ms);
  for (size_t i = 0; i < streams; ++i) svg += Dots(chosen, i, false, time, log_ms);
  return svg;
}

using Bins = std::vector<double>;

std::string Line(const Bins& bins, double bin_seconds, const Scale& time, const Scale& rate,
                 const std::string& stroke) {
  std::string path;
  for (size_t i = 0; i < bins.size(); ++i) {
    const double middle = (static_cast<double>(i) + 0.5) * bin_seconds;
    path += fmt::format("{}{:.1f} {:.1f}", i == 0 ? "M" : "L", time.At(middle), rate.At(bins[i]));
  }
  return fmt::format("<path d=\"{}\" fill=\"none\" {}/>\n", path, stroke);
}

std::string RatePanel(std::span<const Record> records, size_t streams, const Scale& time) {
  const double bin_seconds = std::max(1.0, std::ceil(time.most / kMostBins));
  const auto count = static_cast<size_t>(std::max(1.0, std::ceil(time.most / bin_seconds)));
  Bins intended(count, 0);
  std::vector<Bins> answered(streams, Bins(count, 0));
  const auto add = [&](Bins& bins, Nanos at) {
    const auto bin = static_cast<size_t>(Seconds(at) / bin_seconds);
    if (bin < count) bins[bin] += 1 / bin_seconds;
  };
  for (const Record& record : records) {
    add(intended, record.intended);
    if (record.ok()) add(answered[record.stream], record.done);
  }
  double most = *std::max_element(intended.begin(), intended.end());
  for (const Bins& bins : answered) most = std::max(most, *std::max_element(bins.begin(), bins.end()));
  const double step = RoundStep(std::max(most, 1.0), 4);
  const Scale rate{0, step * std::ceil(std::max(most, 1.0) / step), kRatesBottom, kRatesTop};
  std::string svg = Text(kLeft, kRatesTop - 8, "start",
                         "a second; grey: should have been sent, all streams; coloured: answered with success");
  for (double value = 0; value <= rate.most + step / 2; value += step)
    svg += GridLine(rate.At(value)) + Text(kLeft - 6, rate.At(value) + 4, "end", fmt::format("{:g}", value));
  svg += Line(intended, bin_seconds, time, rate, "stroke=\"#999\" stroke-width=\"3\" opacity=\"0.7\"");
  for (size_t i = 0; i < streams; ++i)
    svg += Line(answered[i], bin_seconds, time, rate, fmt::format("stroke=\"{}\" stroke-width=\"1.5\"", ColourOf(i)));
  return svg;
}

std::string Legend(std::span<const StreamTraits> streams) {
  std::string svg;
  double x = kLeft;
  for (size_t i = 0; i < streams.size() && x < kRight - 60; ++i) {
    svg += fmt::format("<circle cx=\"{:.1f}\" cy=\"16\" r=\"5\" fill=\"{}\"/>\n", x + 5, ColourOf(i));
    svg += Text(x + 15, 20, "start", streams[i].name);
    x += 40 + 7.5 * static_cast<double>(streams[i].name.size());
  }
  return svg;
}

}  // namespace

std::string ToSvg(std::span<const Record> records, std::span<const StreamTraits> streams,
                  const SummaryOptions& options) {
  const Scale time{0, std::max(options.warm_up_seconds + options.seconds, 0.1), kLeft, kRight};
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" width=\"{}\" height=\"{}\" "
      "font-family=\"sans-serif\" font-size=\"12\" fill=\"#333\">\n<rect width=\"100%\" height=\"100%\" "
      "fill=\"#fff\"/>\n",
      kWidth, kHeight, kWidth, kHeight);
  if (options.warm_up_seconds > 0) {
    const double width = time.At(options.warm_up_seconds) - kLeft;
    svg += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{:.1f}\" height=\"{}\" fill=\"#f3f3f3\"/>\n", kLeft, kDotsTop,
                       width, kRatesBottom - kDotsTop);
  }
  svg += Legend(streams) + LatencyPanel(records, streams.size(), time) + RatePanel(records, streams.size(), time);
  const double step = RoundStep(time.most, 10);
  for (double at = 0; at <= time.most + 1e-9; at += step)
    svg += Text(time.At(at), kRatesBottom + 18, "middle", fmt::format("{:g}", at));
  svg += Text(kRight, kRatesBottom + 34, "end", options.warm_up_seconds > 0 ? "seconds; shaded: warm-up" : "seconds");
  return svg + "</svg>\n";
}

}  // namespace crossdock::load
