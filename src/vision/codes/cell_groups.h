#pragma once

#include <functional>
#include <vector>

#include "vision/codes/gradient_map.h"

namespace crossdock::vision::codes {

/// Connected cells of a map, as indexes into `GradientMap::cells`.
using CellGroup = std::vector<int>;

/// Groups of cells that `belongs` and whose neighbours (eight) agree pairwise by `joins`, at least `least` cells each.
std::vector<CellGroup> GroupCells(const GradientMap& map, const std::function<bool(int)>& belongs,
                                  const std::function<bool(int, int)>& joins, size_t least);

/// The `share` quantile (0..1) of the cells' energy.
float EnergyQuantile(const GradientMap& map, double share);

}  // namespace crossdock::vision::codes
