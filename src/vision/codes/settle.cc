#include "vision/codes/settle.h"

#include <algorithm>
#include <iterator>
#include <tuple>

#include "vision/codes/overlap.h"
#include "vision/codes/trust.h"

namespace crossdock::vision::codes {
namespace {

bool Equal(const Code& one, const Code& other) { return one.text == other.text && one.format == other.format; }

/// A read that is the other one with its add-on.
bool Extends(const Code& longer, const Code& shorter) {
  return longer.format == shorter.format && longer.text.size() > shorter.text.size() &&
         longer.text.starts_with(shorter.text);
}

/// Whether `weak` gives way to `strong`, which comes before or after it.
bool GivesWay(const Code& weak, const Code& strong, bool strong_is_first) {
  if (!SamePlace(weak.corners, strong.corners)) return false;
  if (Equal(weak, strong)) return strong.reads > weak.reads || (strong.reads == weak.reads && strong_is_first);
  if (IsCorrected(weak.format)) return false;
  if (IsCorrected(strong.format)) return Covers(strong.corners, Middle(weak.corners));
  if (Extends(strong, weak)) return true;
  return !Extends(weak, strong) && strong.reads > 2 * weak.reads;
}

/// By the highest corner, then the leftmost one.
bool Above(const Code& one, const Code& other) {
  const auto place = [](const Code& code) {
    const auto& c = code.corners.corners;
    const auto by_y = [](const Point& a, const Point& b) { return std::tie(a.y, a.x) < std::tie(b.y, b.x); };
    const Point& top = *std::min_element(std::begin(c), std::end(c), by_y);
    return std::pair(top.y, top.x);
  };
  return place(one) < place(other);
}

}  // namespace

std::vector<Code> Settle(std::vector<Code> codes) {
  std::vector<Code> kept;
  for (size_t i = 0; i < codes.size(); ++i) {
    bool gone = false;
    for (size_t j = 0; j < codes.size() && !gone; ++j) gone = i != j && GivesWay(codes[i], codes[j], j < i);
    if (!gone) kept.push_back(codes[i]);
  }
  std::stable_sort(kept.begin(), kept.end(), Above);
  return kept;
}

}  // namespace crossdock::vision::codes
