#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "hub/page/markup.h"

namespace crossdock::hub {
namespace {

const char* ColourOf(double percent) {
  return percent >= 97 ? "var(--good)" : percent >= 85 ? "var(--fair)" : "var(--bad)";
}

std::string Bar(double x, double y, double width, double percent) {
  return fmt::format(
      "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"11\" fill=\"var(--edge)\"/><rect x=\"{}\" y=\"{}\" "
      "width=\"{:.1f}\" height=\"11\" fill=\"{}\"/>"
      "<text x=\"{}\" y=\"{}\" font-size=\"11\">{:.0f}%</text>",
      x, y, width, x, y, width * percent / 100, ColourOf(percent), x + width + 4, y + 10, percent);
}

}  // namespace

std::string RateChart(const Tally& tally) {
  constexpr double kRow = 19;
  std::string rows;
  double y = 40;
  for (const auto& [group, counts] : tally.Groups()) {
    if (group.first != "stratum" && group.first != "shape") continue;
    rows += fmt::format("<text x=\"10\" y=\"{}\" font-size=\"12\">{}</text>", y + 10, Escaped(group.second));
    rows += Bar(120, y, 130, Percent(counts.codes_right, counts.codes_total));
    rows += Bar(300, y, 130, Percent(counts.lines_right, counts.lines_total));
    y += kRow;
  }
  return fmt::format(
      "<svg width=\"480\" height=\"{0}\" viewBox=\"0 0 480 {0}\"><text x=\"120\" y=\"24\" font-size=\"13\" "
      "font-weight=\"600\">codes read</text>"
      "<text x=\"300\" y=\"24\" font-size=\"13\" font-weight=\"600\">lines exact</text>{1}</svg>",
      y + 10, rows);
}

std::string TimeChart(const std::string& title, const Samples& samples) {
  constexpr int kBins = 24;
  constexpr double kWidth = 420;
  constexpr double kHeight = 130;
  if (samples.Count() == 0) return "";
  const double most = std::max(1e-3, samples.Quantile(1));
  std::vector<int> bins(kBins, 0);
  for (std::size_t i = 1; i <= samples.Count(); ++i) {
    const double value = samples.Quantile(static_cast<double>(i) / static_cast<double>(samples.Count()));
    ++bins[static_cast<std::size_t>(std::clamp(static_cast<int>(value / most * kBins), 0, kBins - 1))];
  }
  const int tallest = *std::max_element(bins.begin(), bins.end());
  std::string bars;
  for (int i = 0; i < kBins; ++i) {
    const double height = kHeight * bins[static_cast<std::size_t>(i)] / tallest;
    bars += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"#3b82c4\"/>",
                        20 + i * kWidth / kBins, 40 + kHeight - height, kWidth / kBins - 1.5, height);
  }
  return fmt::format(
      "<svg width=\"460\" height=\"200\" viewBox=\"0 0 460 200\"><text x=\"20\" y=\"24\" font-size=\"12\" "
      "font-weight=\"600\">{}: P50 {:.0f} ms, P95 {:.0f} ms, P99 {:.0f} ms</text>"
      "{}<text x=\"20\" y=\"190\" font-size=\"11\">0</text><text x=\"440\" y=\"190\" font-size=\"11\" "
      "text-anchor=\"end\">{:.0f} ms</text></svg>",
      Escaped(title), samples.Quantile(0.5), samples.Quantile(0.95), samples.Quantile(0.99), bars, most);
}

}  // namespace crossdock::hub
