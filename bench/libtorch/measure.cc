#include "libtorch/measure.h"

#include <algorithm>
#include <chrono>

namespace crossdock::bench {

double Quantile(std::vector<double>& values, double q) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return values[static_cast<size_t>(q * static_cast<double>(values.size() - 1))];
}

std::vector<Figures> MeasureAlternating(const std::vector<Way>& ways, int rounds, double seconds) {
  struct Seen {
    std::vector<double> rates;
    std::vector<double> calls;
  };
  std::vector<Seen> seen(ways.size());
  const auto block = [&](size_t i) {
    const auto begun = std::chrono::steady_clock::now();
    const double rows = ways[i].run(seconds, seen[i].calls);
    const double took = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    seen[i].rates.push_back(rows / took);
  };
  for (int round = 0; round < rounds; ++round) {
    for (size_t i = 0; i < ways.size(); ++i) block(i);
    for (size_t i = ways.size(); i > 0; --i) block(i - 1);
  }
  std::vector<Figures> figures;
  for (size_t i = 0; i < ways.size(); ++i) {
    auto& [rates, calls] = seen[i];
    const double median = Quantile(rates, 0.5);
    figures.push_back({ways[i].name, Quantile(calls, 0.5), Quantile(calls, 0.95), median, rates.front(), rates.back()});
  }
  return figures;
}

}  // namespace crossdock::bench
