#include "vision/classify.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace crossdock::vision {

std::vector<Ranked> TopK(std::span<const float> scores, int count) {
  std::vector<int> order(scores.size());
  std::iota(order.begin(), order.end(), 0);
  const auto kept = std::min(order.size(), static_cast<size_t>(std::max(count, 0)));
  const auto score = [&](int label) {
    const float value = scores[static_cast<size_t>(label)];
    return std::isnan(value) ? -INFINITY : value;
  };
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(kept), order.end(),
                    [&](int a, int b) { return score(a) != score(b) ? score(a) > score(b) : a < b; });
  std::vector<Ranked> best;
  for (size_t i = 0; i < kept; ++i) best.push_back({order[i], scores[static_cast<size_t>(order[i])]});
  return best;
}

void Softmax(std::span<float> logits) {
  if (logits.empty()) return;
  const float most = *std::max_element(logits.begin(), logits.end());
  float sum = 0;
  for (float& value : logits) sum += value = std::exp(value - most);
  for (float& value : logits) value /= sum;
}

}  // namespace crossdock::vision
