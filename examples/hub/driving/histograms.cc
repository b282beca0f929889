#include "hub/driving/histograms.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>

namespace crossdock::hub {
namespace {

struct Sample {
  std::string name;
  std::string labels;
  double le = std::numeric_limits<double>::quiet_NaN();
  double value = 0;
};

/// Takes `le="…"` out of a list of labels.
double TakeBound(std::string& labels) {
  const auto at = labels.find("le=\"");
  if (at == std::string::npos || (at > 0 && labels[at - 1] != ',')) return std::numeric_limits<double>::quiet_NaN();
  const auto end = labels.find('"', at + 4);
  if (end == std::string::npos) return std::numeric_limits<double>::quiet_NaN();
  const double bound = std::strtod(labels.substr(at + 4, end - at - 4).c_str(), nullptr);
  labels.erase(at, end + 1 - at);
  if (at < labels.size() && labels[at] == ',') labels.erase(at, 1);
  if (!labels.empty() && labels.back() == ',') labels.pop_back();
  return bound;
}

std::optional<Sample> ParseLine(std::string_view line) {
  if (line.empty() || line.front() == '#') return std::nullopt;
  // An exemplar may follow the value: ` # {…}`.
  if (const auto exemplar = line.find(" # "); exemplar != std::string_view::npos) line = line.substr(0, exemplar);
  Sample sample;
  std::string_view value;
  if (const auto open = line.find('{'); open != std::string_view::npos) {
    const auto close = line.rfind('}');
    if (close == std::string_view::npos || close < open) return std::nullopt;
    sample.name = line.substr(0, open);
    sample.labels = line.substr(open + 1, close - open - 1);
    value = line.substr(close + 1);
  } else {
    const auto space = line.find(' ');
    if (space == std::string_view::npos) return std::nullopt;
    sample.name = line.substr(0, space);
    value = line.substr(space);
  }
  sample.le = TakeBound(sample.labels);
  sample.value = std::strtod(std::string(value).c_str(), nullptr);
  return sample;
}

bool TakeSuffix(std::string& name, std::string_view suffix) {
  if (!name.ends_with(suffix)) return false;
  name.resize(name.size() - suffix.size());
  return true;
}

}  // namespace

double Histogram::Quantile(double part) const {
  const double wanted = part * count;
  double lower = 0;
  double below = 0;
  for (const auto& [bound, cumulated] : cumulative) {
    if (cumulated >= wanted && cumulated > below) {
      return std::isinf(bound) ? lower : lower + (bound - lower) * (wanted - below) / (cumulated - below);
    }
    lower = bound;
    below = cumulated;
  }
  return 0;
}

double Histogram::QuantileBound(double part) const {
  for (const auto& [bound, cumulated] : cumulative) {
    if (cumulated >= part * count) return bound;
  }
  return 0;
}

std::vector<Histogram> ParseHistograms(std::string_view page) {
  std::map<std::pair<std::string, std::string>, Histogram> found;
  while (!page.empty()) {
    const auto end = page.find('\n');
    auto sample = ParseLine(page.substr(0, end));
    page = end == std::string_view::npos ? std::string_view{} : page.substr(end + 1);
    if (!sample) continue;
    if (!std::isnan(sample->le) && TakeSuffix(sample->name, "_bucket")) {
      found[{sample->name, sample->labels}].cumulative.emplace_back(sample->le, sample->value);
    } else if (TakeSuffix(sample->name, "_sum")) {
      found[{sample->name, sample->labels}].sum = sample->value;
    } else if (TakeSuffix(sample->name, "_count")) {
      found[{sample->name, sample->labels}].count = sample->value;
    }
  }
  std::vector<Histogram> histograms;
  for (auto& [key, histogram] : found) {
    if (histogram.cumulative.empty()) continue;
    histogram.name = key.first;
    histogram.labels = key.second;
    std::sort(histogram.cumulative.begin(), histogram.cumulative.end());
    histograms.push_back(std::move(histogram));
  }
  return histograms;
}

std::vector<Histogram> Since(const std::vector<Histogram>& before, std::vector<Histogram> after) {
  for (Histogram& now : after) {
    const auto then = std::find_if(before.begin(), before.end(), [&](const Histogram& other) {
      return other.name == now.name && other.labels == now.labels;
    });
    if (then == before.end()) continue;
    now.sum -= then->sum;
    now.count -= then->count;
    // A page may leave out buckets that are still empty: a bound's earlier count is that of the last bound below it.
    for (auto& [bound, count] : now.cumulative) {
      double earlier = 0;
      for (const auto& [then_bound, then_count] : then->cumulative) {
        if (then_bound <= bound) earlier = then_count;
      }
      count -= earlier;
    }
  }
  std::erase_if(after, [](const Histogram& histogram) { return histogram.count <= 0; });
  return after;
}

}  // namespace crossdock::hub
