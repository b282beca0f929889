#include <algorithm>
#include <cmath>

#include "vision/codes/cell_groups.h"
#include "vision/codes/locate.h"

namespace crossdock::vision::codes {
namespace {

constexpr float kLeastEnergy = 25;
constexpr float kEnergyShare = 0.2f;  // of the strongest cells' energy
constexpr float kMostCoherence = 0.75f;
constexpr size_t kLeastCells = 6;
constexpr double kLeastFill = 0.35;  // of the upright box: a square that stands on its corner fills half
constexpr double kMostAspect = 6;
constexpr int kLeastSide = 14;  // pixels

MatrixRegion ToRegion(const GradientMap& map, const CellGroup& group) {
  int left = map.columns;
  int right = 0;
  int top = map.rows;
  int bottom = 0;
  double strength = 0;
  for (int index : group) {
    left = std::min(left, index % map.columns);
    right = std::max(right, index % map.columns + 1);
    top = std::min(top, index / map.columns);
    bottom = std::max(bottom, index / map.columns + 1);
    const auto& cell = map.cells[static_cast<size_t>(index)];
    strength += std::sqrt(static_cast<double>(cell.energy())) * (1 - static_cast<double>(cell.coherence()));
  }
  const double fill = static_cast<double>(group.size()) / ((right - left) * (bottom - top));
  const double aspect =
      static_cast<double>(std::max(right - left, bottom - top)) / std::min(right - left, bottom - top);
  MatrixRegion region{left * map.cell_pixels, top * map.cell_pixels, (right - left) * map.cell_pixels,
                      (bottom - top) * map.cell_pixels, 0};
  if (fill >= kLeastFill && aspect <= kMostAspect && region.width >= kLeastSide && region.height >= kLeastSide) {
    region.score = strength * fill / std::sqrt(aspect);
  }
  return region;
}

}  // namespace

Quad MatrixRegion::Corners() const {
  const auto l = static_cast<float>(x);
  const auto t = static_cast<float>(y);
  const auto r = static_cast<float>(x + width);
  const auto b = static_cast<float>(y + height);
  return {{{l, t}, {r, t}, {r, b}, {l, b}}};
}

std::vector<MatrixRegion> LocateMatrix(const GradientMap& map, int most) {
  const GradientMap smooth = map.Smoothed();
  const float energy = std::max(kLeastEnergy, kEnergyShare * EnergyQuantile(smooth, 0.97));
  const auto groups = GroupCells(
      smooth,
      [&](int i) {
        const auto& cell = smooth.cells[static_cast<size_t>(i)];
        return cell.energy() > energy && cell.coherence() < kMostCoherence;
      },
      [](int, int) { return true; }, kLeastCells);
  std::vector<MatrixRegion> regions;
  for (const auto& group : groups) {
    const MatrixRegion region = ToRegion(smooth, group);
    if (region.score > 0) regions.push_back(region);
  }
  std::sort(regions.begin(), regions.end(), [](const auto& a, const auto& b) { return a.score > b.score; });
  if (regions.size() > static_cast<size_t>(most)) regions.resize(static_cast<size_t>(most));
  return regions;
}

MatrixRegion MatrixRegionOf(const Quad& quad) {
  const auto [left, right] = std::minmax({quad.corners[0].x, quad.corners[1].x, quad.corners[2].x, quad.corners[3].x});
  const auto [top, bottom] = std::minmax({quad.corners[0].y, quad.corners[1].y, quad.corners[2].y, quad.corners[3].y});
  MatrixRegion region;
  region.x = static_cast<int>(std::floor(left));
  region.y = static_cast<int>(std::floor(top));
  region.width = static_cast<int>(std::ceil(right)) - region.x;
  region.height = static_cast<int>(std::ceil(bottom)) - region.y;
  return region;
}

}  // namespace crossdock::vision::codes
