#include "vision/nms.h"

#include <algorithm>
#include <cmath>

namespace crossdock::vision {

float OverlapOverUnion(const Detection& a, const Detection& b) {
  const float width = std::min(a.right, b.right) - std::max(a.left, b.left);
  const float height = std::min(a.bottom, b.bottom) - std::max(a.top, b.top);
  if (width <= 0 || height <= 0) return 0;
  const float both = width * height;
  return both / ((a.right - a.left) * (a.bottom - a.top) + (b.right - b.left) * (b.bottom - b.top) - both);
}

std::vector<Detection> Suppress(std::vector<Detection> boxes, const NmsOptions& options) {
  std::erase_if(boxes,
                [](const Detection& b) { return !std::isfinite(b.left + b.top + b.right + b.bottom + b.score); });
  const auto better = [](const Detection& a, const Detection& b) { return a.score > b.score; };
  std::stable_sort(boxes.begin(), boxes.end(), better);
  if (boxes.size() > static_cast<size_t>(options.max_candidates))
    boxes.resize(static_cast<size_t>(options.max_candidates));
  std::vector<Detection> kept;
  for (const Detection& box : boxes) {
    if (kept.size() >= static_cast<size_t>(options.max_kept)) break;
    const bool covered = std::any_of(kept.begin(), kept.end(), [&](const Detection& other) {
      return (!options.per_label || other.label == box.label) && OverlapOverUnion(box, other) > options.max_overlap;
    });
    if (!covered) kept.push_back(box);
  }
  return kept;
}

Quad Corners(const Detection& b) {
  return {{{b.left, b.top}, {b.right, b.top}, {b.right, b.bottom}, {b.left, b.bottom}}};
}

}  // namespace crossdock::vision
