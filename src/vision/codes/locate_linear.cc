#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "vision/codes/cell_groups.h"
#include "vision/codes/locate.h"

namespace crossdock::vision::codes {
namespace {

constexpr float kLeastEnergy = 12;     // squared grey steps a pixel: below that bars are lost in sensor noise
constexpr float kEnergyShare = 0.06f;  // of the strongest cells' energy
constexpr float kLeastCoherence = 0.55f;
constexpr double kTurnBetweenCells = 14 * std::numbers::pi / 180;
constexpr double kTurnBetweenParts = 8 * std::numbers::pi / 180;
constexpr double kLeastLength = 30;  // pixels; the shortest code has 51 modules
constexpr size_t kLeastCells = 5;

/// The angle between two directions that have no sign, 0..pi/2.
double Turn(double one, double other) {
  const double turn = std::fabs(std::remainder(one - other, std::numbers::pi));
  return turn;
}

Point CellMiddle(const GradientMap& map, int index) {
  const auto side = static_cast<float>(map.cell_pixels);
  return {(static_cast<float>(index % map.columns) + 0.5f) * side,
          (static_cast<float>(index / map.columns) + 0.5f) * side};
}

struct Span {
  double least = 1e9;
  double most = -1e9;
  void Take(double value) {
    least = std::min(least, value);
    most = std::max(most, value);
  }
  double length() const { return most - least; }
  double middle() const { return (most + least) / 2; }
};

/// The turned rectangle around some points, each standing for a square of `side` pixels.
LinearRegion Around(const std::vector<Point>& points, double angle, double side) {
  Span along;
  Span across;
  const double cos = std::cos(angle);
  const double sin = std::sin(angle);
  for (const Point& p : points) {
    along.Take(cos * static_cast<double>(p.x) + sin * static_cast<double>(p.y));
    across.Take(-sin * static_cast<double>(p.x) + cos * static_cast<double>(p.y));
  }
  LinearRegion region;
  region.angle = angle;
  region.middle = {static_cast<float>(cos * along.middle() - sin * across.middle()),
                   static_cast<float>(sin * along.middle() + cos * across.middle())};
  region.length = along.length() + side;
  region.height = across.length() + side;
  return region;
}

LinearRegion ToRegion(const GradientMap& map, const GradientMap& raw, const CellGroup& group) {
  GradientMap::Cell sum;
  std::vector<Point> middles;
  middles.reserve(group.size());
  for (int index : group) {
    sum.Add(raw.cells[static_cast<size_t>(index)]);
    middles.push_back(CellMiddle(map, index));
  }
  LinearRegion region = Around(middles, static_cast<double>(sum.angle()), map.cell_pixels);
  const double fill =
      static_cast<double>(group.size()) * map.cell_pixels * map.cell_pixels / (region.length * region.height);
  region.score =
      std::sqrt(static_cast<double>(sum.energy())) * static_cast<double>(sum.coherence()) * std::min(fill, 1.0);
  return region;
}

/// Two parts of one code, which glare, a crease or a wide space has torn apart: side by side, equally turned, about equally high.
bool BelongTogether(const LinearRegion& one, const LinearRegion& other) {
  if (Turn(one.angle, other.angle) > kTurnBetweenParts) return false;
  const double dx = static_cast<double>(other.middle.x) - static_cast<double>(one.middle.x);
  const double dy = static_cast<double>(other.middle.y) - static_cast<double>(one.middle.y);
  const double along = std::fabs(dx * std::cos(one.angle) + dy * std::sin(one.angle));
  const double across = std::fabs(-dx * std::sin(one.angle) + dy * std::cos(one.angle));
  const double gap_along = along - (one.length + other.length) / 2;
  const double overlap_across = (one.height + other.height) / 2 - across;
  const bool side_by_side =
      gap_along < 0.5 * std::max(one.height, other.height) && overlap_across > 0.5 * std::min(one.height, other.height);
  const double gap_across = across - (one.height + other.height) / 2;
  const double overlap_along = (one.length + other.length) / 2 - along;
  const bool stacked =
      gap_across < 0.3 * std::max(one.height, other.height) && overlap_along > 0.7 * std::min(one.length, other.length);
  return side_by_side || stacked;
}

LinearRegion Joined(const LinearRegion& one, const LinearRegion& other) {
  std::vector<Point> corners;
  for (const auto& quad : {one.Corners(), other.Corners()})
    corners.insert(corners.end(), quad.corners, quad.corners + 4);
  LinearRegion region = Around(corners, one.score >= other.score ? one.angle : other.angle, 0);
  region.score = std::hypot(one.score, other.score);
  return region;
}

void JoinParts(std::vector<LinearRegion>& regions) {
  for (size_t i = 0; i < regions.size(); ++i) {
    for (size_t j = i + 1; j < regions.size(); ++j) {
      if (!BelongTogether(regions[i], regions[j])) continue;
      regions[i] = Joined(regions[i], regions[j]);
      regions.erase(regions.begin() + static_cast<ptrdiff_t>(j));
      j = i;  // what did not fit before may fit the larger one
    }
  }
}

}  // namespace

Point LinearRegion::At(double along, double across) const {
  const double cos = std::cos(angle);
  const double sin = std::sin(angle);
  return {static_cast<float>(static_cast<double>(middle.x) + cos * along - sin * across),
          static_cast<float>(static_cast<double>(middle.y) + sin * along + cos * across)};
}

Quad LinearRegion::Corners() const {
  const double u = length / 2;
  const double v = height / 2;
  return {{At(-u, -v), At(u, -v), At(u, v), At(-u, v)}};
}

std::vector<LinearRegion> LocateLinear(const GradientMap& map, int most) {
  const GradientMap smooth = map.Smoothed();
  const float energy = std::max(kLeastEnergy, kEnergyShare * EnergyQuantile(smooth, 0.97));
  std::vector<float> angles;
  angles.reserve(smooth.cells.size());
  for (const auto& cell : smooth.cells) angles.push_back(cell.angle());
  const auto groups = GroupCells(
      smooth,
      [&](int i) {
        const auto& cell = smooth.cells[static_cast<size_t>(i)];
        return cell.energy() > energy && cell.coherence() > kLeastCoherence;
      },
      [&](int i, int j) {
        return Turn(static_cast<double>(angles[static_cast<size_t>(i)]),
                    static_cast<double>(angles[static_cast<size_t>(j)])) < kTurnBetweenCells;
      },
      kLeastCells);
  std::vector<LinearRegion> regions;
  for (const auto& group : groups) regions.push_back(ToRegion(smooth, map, group));
  std::sort(regions.begin(), regions.end(), [](const auto& a, const auto& b) { return a.score > b.score; });
  regions.resize(std::min(regions.size(), static_cast<size_t>(4 * most)));
  JoinParts(regions);
  std::erase_if(regions, [](const LinearRegion& r) { return r.length < kLeastLength || r.height < 3; });
  std::sort(regions.begin(), regions.end(), [](const auto& a, const auto& b) { return a.score > b.score; });
  if (regions.size() > static_cast<size_t>(most)) regions.resize(static_cast<size_t>(most));
  return regions;
}

LinearRegion LinearRegionOf(const Quad& quad) {
  const auto* c = quad.corners;
  const double ax = (static_cast<double>(c[1].x) + static_cast<double>(c[2].x) - static_cast<double>(c[0].x) -
                     static_cast<double>(c[3].x)) /
                    2;
  const double ay = (static_cast<double>(c[1].y) + static_cast<double>(c[2].y) - static_cast<double>(c[0].y) -
                     static_cast<double>(c[3].y)) /
                    2;
  const double bx = (static_cast<double>(c[2].x) + static_cast<double>(c[3].x) - static_cast<double>(c[0].x) -
                     static_cast<double>(c[1].x)) /
                    2;
  const double by = (static_cast<double>(c[2].y) + static_cast<double>(c[3].y) - static_cast<double>(c[0].y) -
                     static_cast<double>(c[1].y)) /
                    2;
  LinearRegion region;
  const bool first_is_longer = std::hypot(ax, ay) >= std::hypot(bx, by);
  region.angle = first_is_longer ? std::atan2(ay, ax) : std::atan2(by, bx);
  region.length = std::max(std::hypot(ax, ay), std::hypot(bx, by));
  region.height = std::min(std::hypot(ax, ay), std::hypot(bx, by));
  region.middle = {(c[0].x + c[1].x + c[2].x + c[3].x) / 4, (c[0].y + c[1].y + c[2].y + c[3].y) / 4};
  return region;
}

}  // namespace crossdock::vision::codes
