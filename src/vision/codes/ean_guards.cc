#include "vision/codes/ean_guards.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace crossdock::vision::codes {
namespace {

constexpr double kModuleStep = 1.15;  // ratio of module widths that are tried for one guard alone
constexpr double kLeastShare = 0.42;  // of the row that the symbol takes at least
constexpr double kPlaceStep = 0.33;   // modules
constexpr double kLeastGuard = 0.6;   // correlation of one guard alone to consider the place
constexpr double kMostOff = 0.08;     // share by which the mean module width may lie outside of those at the ends
constexpr size_t kMostSteps = 2;      // between the module widths at the two ends
constexpr double kLeastScore = 0.73;
constexpr int kBendSteps = 4;  // tried on either side of the expected one, half a module each

/// Running sums for the correlation of what is seen with what is expected (1 dark, 0 light), so that guards can be added up.
struct Correlation {
  double n = 0, x = 0, xx = 0, y = 0, yy = 0, xy = 0;
  void Add(double seen, double expected) {
    n += 1;
    x += seen;
    xx += seen * seen;
    y += expected;
    yy += expected * expected;
    xy += seen * expected;
  }
  /// Bright is high in the row, so dark modules correlate negatively.
  double value() const {
    const double vx = xx - x * x / n;
    const double vy = yy - y * y / n;
    return vx < 1e-6 || vy < 1e-6 ? 0 : -(xy - x * y / n) / std::sqrt(vx * vy);
  }
};

/// How dark the middle of module `i` of the guard looks under a blur of some 0.6 modules: shares of itself and its two neighbours on
/// either side, beyond the ends like the outermost one.
double ExpectedDarkness(const Guard& guard, size_t i) {
  constexpr double kShares[] = {0.595, 0.196, 0.0065};
  const auto last = static_cast<std::ptrdiff_t>(guard.modules.size()) - 1;
  const auto dark = [&](std::ptrdiff_t at) {
    return guard.modules[static_cast<size_t>(std::clamp<std::ptrdiff_t>(at, 0, last))] == '1' ? 1.0 : 0.0;
  };
  const auto at = static_cast<std::ptrdiff_t>(i);
  double sum = kShares[0] * dark(at);
  for (std::ptrdiff_t k = 1; k <= 2; ++k) sum += kShares[k] * (dark(at - k) + dark(at + k));
  return sum;
}

/// Compares the row with a guard whose module u lies at sample begin + module * u + shift.
void Compare(const Guard& guard, double begin, double module, double shift, std::span<const float> row,
             Correlation& sum) {
  for (size_t i = 0; i < guard.modules.size(); ++i) {
    const double position = begin + module * (guard.at + static_cast<double>(i) + 0.5) + shift;
    sum.Add(static_cast<double>(SampleAt(row, position)), ExpectedDarkness(guard, i));
  }
}

/// A guard at one end of a symbol, and the module width with which it fits there.
struct End {
  double at;
  double module;
};

/// Whether the guard's outermost bar is darker than the quiet zone and the space next to it: two comparisons that spare most places
/// the correlation. `edge` is the bar's outer edge, `module` points inwards.
bool BarAt(std::span<const float> row, double edge, double module) {
  const float bar = SampleAt(row, edge + 0.5 * module);
  return bar < SampleAt(row, edge - 1.2 * module) && bar < SampleAt(row, edge + 1.5 * module);
}

/// Places where a guard alone fits best among its neighbours, as the sample at which module `anchor` begins.
std::vector<End> Places(const Guard& guard, int anchor, double module, std::span<const float> row) {
  std::vector<End> places;
  double before = 0;
  double here = 0;
  const double step = kPlaceStep * module;
  const auto samples = static_cast<double>(row.size());
  for (double at = 0; at < samples + step; at += step) {
    double next = 0;
    if (BarAt(row, at, anchor == 0 ? module : -module)) {
      Correlation sum;
      Compare(guard, at - module * anchor, module, 0, row, sum);
      next = sum.value();
    }
    if (here > kLeastGuard && here >= before && here > next) places.push_back({at - step, module});
    before = here;
    here = next;
  }
  return places;
}

/// The grid between two ends, if their module widths and their distance agree. Where the widths differ, the code is seen at an angle
/// or lies around a bottle, and its middle is displaced: with At(u) as in the header, the width is module + 4 bend / modules at the
/// beginning and module - 4 bend / modules at the end.
std::optional<ModuleGrid> Between(const EanLayout& layout, const End& begin, const End& end) {
  const double module = (end.at - begin.at) / layout.modules;
  if (module < std::min(begin.module, end.module) * (1 - kMostOff) ||
      module > std::max(begin.module, end.module) * (1 + kMostOff)) {
    return std::nullopt;
  }
  return ModuleGrid{begin.at, module, layout.modules * (begin.module - end.module) / 8, 0};
}

/// Scores a grid by all guards. The middle guard repeats itself every two modules and so do the bars beside it, so every bend near the
/// expected one is kept with which it fits better than with its neighbours.
void Score(const EanLayout& layout, std::span<const float> row, const End& begin, const End& end, ModuleGrid grid,
           std::vector<ModuleGrid>& fits) {
  Correlation ends;
  Compare(layout.guards.front(), begin.at, begin.module, 0, row, ends);
  Compare(layout.guards.back(), end.at - layout.modules * end.module, end.module, 0, row, ends);
  const auto keep = [&](double bend, double score) {
    if (score > kLeastScore) fits.push_back({grid.begin, grid.module, bend, score});
  };
  if (layout.guards.size() < 3) return keep(grid.bend, ends.value());
  double before = 0;
  double here = 0;
  for (int i = -kBendSteps; i <= kBendSteps + 1; ++i) {
    const double bend = grid.bend + grid.module * i / 2;
    Correlation all = ends;
    if (i <= kBendSteps) Compare(layout.guards[1], grid.begin, grid.module, bend, row, all);
    const double next = i <= kBendSteps ? all.value() : 0;
    if (here >= before && here > next) keep(bend - grid.module / 2, here);
    before = here;
    here = next;
  }
}

bool Near(const ModuleGrid& a, const ModuleGrid& b) {
  return std::fabs(a.begin - b.begin) < a.module && std::fabs(a.module / b.module - 1) < 0.03 &&
         std::fabs(a.bend - b.bend) < a.module;
}

}  // namespace

std::vector<ModuleGrid> FitGuards(const EanLayout& layout, std::span<const float> row, size_t most) {
  const auto samples = static_cast<double>(row.size());
  const double widest = samples / (layout.modules + 2);
  std::vector<std::vector<End>> begins;
  std::vector<std::vector<End>> ends;
  for (double module = kLeastShare * samples / layout.modules; module < widest; module *= kModuleStep) {
    begins.push_back(Places(layout.guards.front(), 0, module, row));
    ends.push_back(Places(layout.guards.back(), layout.modules, module, row));
  }
  std::vector<ModuleGrid> fits;
  for (size_t i = 0; i < begins.size(); ++i) {
    for (size_t j = i - std::min<size_t>(i, kMostSteps); j < std::min(ends.size(), i + kMostSteps + 1); ++j) {
      for (const End& begin : begins[i]) {
        for (const End& end : ends[j]) {
          if (const auto grid = Between(layout, begin, end)) Score(layout, row, begin, end, *grid, fits);
        }
      }
    }
  }
  std::sort(fits.begin(), fits.end(), [](const auto& a, const auto& b) { return a.score > b.score; });
  std::vector<ModuleGrid> best;
  for (const auto& fit : fits) {
    if (best.size() == most) break;
    if (std::none_of(best.begin(), best.end(), [&](const auto& other) { return Near(fit, other); }))
      best.push_back(fit);
  }
  return best;
}

}  // namespace crossdock::vision::codes
