#pragma once

#include <span>
#include <vector>

namespace crossdock::vision {

struct Ranked {
  int label = 0;
  float score = 0;
};

/// The best `count` labels, best first; equal scores in label order. Scores that are not numbers rank last.
std::vector<Ranked> TopK(std::span<const float> scores, int count);

/// Logits to probabilities, in place. Shifted by the largest, so that large logits do not overflow.
void Softmax(std::span<float> logits);

}  // namespace crossdock::vision
