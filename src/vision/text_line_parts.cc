#include "vision/text_line_parts.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace crossdock::vision {
namespace {
constexpr float kMostHeightRatio = 1.3f;
constexpr float kMostOffset = 0.25f;   // across the line, in heights
constexpr float kMostOverlap = 1;      // along the line, in heights: more is one box over another, no continuation
constexpr float kLeastCosine = 0.98f;  // of the angle between both, 11 degrees

Point Middle(Point a, Point b) { return {(a.x + b.x) / 2, (a.y + b.y) / 2}; }
Point Start(const Quad& q) { return Middle(q.corners[0], q.corners[3]); }
Point End(const Quad& q) { return Middle(q.corners[1], q.corners[2]); }

/// Whether `b` goes on where `a` ends.
bool Continues(const Quad& a, const Quad& b) {
  const float low = std::min(HeightOf(a), HeightOf(b));
  const float length_a = LengthOf(a);
  const float length_b = LengthOf(b);
  if (!(low > 0 && length_a > 0 && length_b > 0)) return false;
  if (std::max(HeightOf(a), HeightOf(b)) > kMostHeightRatio * low) return false;
  const Point along{(End(a).x - Start(a).x) / length_a, (End(a).y - Start(a).y) / length_a};
  const Point along_b{(End(b).x - Start(b).x) / length_b, (End(b).y - Start(b).y) / length_b};
  if (along.x * along_b.x + along.y * along_b.y < kLeastCosine) return false;
  const Point step{Start(b).x - End(a).x, Start(b).y - End(a).y};
  const float gap = (step.x * along.x + step.y * along.y) / low;
  const float offset = (step.y * along.x - step.x * along.y) / low;
  return gap <= 0 && gap >= -kMostOverlap && std::abs(offset) <= kMostOffset;
}

}  // namespace

void JoinLineParts(std::vector<TextBox>& boxes) {
  for (size_t first = 0; first < boxes.size();) {
    TextBox& box = boxes[first];
    const auto next = std::find_if(boxes.begin(), boxes.end(), [&](const TextBox& other) {
      return &other != &box && Continues(box.quad, other.quad);
    });
    if (next == boxes.end()) {
      ++first;
      continue;
    }
    box.quad.corners[1] = next->quad.corners[1];
    box.quad.corners[2] = next->quad.corners[2];
    box.score = std::min(box.score, next->score);
    const auto gone = static_cast<size_t>(next - boxes.begin());
    boxes.erase(next);
    if (gone < first) --first;
  }
}

}  // namespace crossdock::vision
