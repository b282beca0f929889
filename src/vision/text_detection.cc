#include "vision/text_detection.h"

#include <algorithm>
#include <cmath>

namespace crossdock::vision {

Letterbox PlanTextDetection(Size picture, std::span<const Size> buckets, const TextDetectionOptions& options) {
  const int small = std::min(picture.width, picture.height);
  const int large = std::max(picture.width, picture.height);
  double scale = std::clamp(static_cast<double>(options.min_side) / small, 1.0, options.max_enlargement);
  scale = std::min(scale, static_cast<double>(options.max_side) / large);
  const Size wanted{std::max(1, static_cast<int>(std::lround(picture.width * scale))),
                    std::max(1, static_cast<int>(std::lround(picture.height * scale)))};
  const Size bucket = buckets[ChooseBucket(wanted, buckets)];
  const bool fits = wanted.width <= bucket.width && wanted.height <= bucket.height;
  Letterbox box = Fit(picture, fits ? wanted : bucket, Placement::kTopLeft);
  box.bucket = bucket;
  return box;
}

Normalization TextDetectionInput() {
  return {.mean = {127.5f, 127.5f, 127.5f}, .scale = {1 / 127.5f, 1 / 127.5f, 1 / 127.5f}, .bgr = true, .pad = 127.5f};
}

}  // namespace crossdock::vision
