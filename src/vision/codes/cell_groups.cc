#include "vision/codes/cell_groups.h"

#include <algorithm>
#include <utility>

namespace crossdock::vision::codes {

std::vector<CellGroup> GroupCells(const GradientMap& map, const std::function<bool(int)>& belongs,
                                  const std::function<bool(int, int)>& joins, size_t least) {
  std::vector<CellGroup> groups;
  std::vector<char> open(map.cells.size());
  for (size_t i = 0; i < open.size(); ++i) open[i] = belongs(static_cast<int>(i));
  for (size_t seed = 0; seed < open.size(); ++seed) {
    if (!open[seed]) continue;
    CellGroup group{static_cast<int>(seed)};
    open[seed] = 0;
    for (size_t next = 0; next < group.size(); ++next) {
      const int here = group[next];
      const int row = here / map.columns;
      const int column = here % map.columns;
      for (int r = std::max(row - 1, 0); r <= std::min(row + 1, map.rows - 1); ++r) {
        for (int c = std::max(column - 1, 0); c <= std::min(column + 1, map.columns - 1); ++c) {
          const int there = r * map.columns + c;
          if (!open[static_cast<size_t>(there)] || !joins(here, there)) continue;
          open[static_cast<size_t>(there)] = 0;
          group.push_back(there);
        }
      }
    }
    if (group.size() >= least) groups.push_back(std::move(group));
  }
  return groups;
}

float EnergyQuantile(const GradientMap& map, double share) {
  if (map.cells.empty()) return 0;
  std::vector<float> energies;
  energies.reserve(map.cells.size());
  for (const auto& cell : map.cells) energies.push_back(cell.energy());
  const auto at = static_cast<ptrdiff_t>(share * static_cast<double>(energies.size() - 1));
  std::nth_element(energies.begin(), energies.begin() + at, energies.end());
  return energies[static_cast<size_t>(at)];
}

}  // namespace crossdock::vision::codes
