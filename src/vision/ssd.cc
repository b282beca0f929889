#include "vision/ssd.h"

#include <cmath>

namespace crossdock::vision {

std::vector<Prior> MakePriors(std::span<const PriorGrid> grids) {
  std::vector<Prior> priors;
  for (const PriorGrid& grid : grids) {
    std::vector<Prior> shapes{{0, 0, grid.min_size, grid.min_size}};
    if (grid.max_size > 0) {
      const float side = std::sqrt(grid.min_size * grid.max_size);
      shapes.push_back({0, 0, side, side});
    }
    for (const float ratio : grid.aspect_ratios) {
      const float root = std::sqrt(ratio);
      shapes.push_back({0, 0, grid.min_size * root, grid.min_size / root});
      shapes.push_back({0, 0, grid.min_size / root, grid.min_size * root});
    }
    for (int y = 0; y < grid.cells.height; ++y) {
      for (int x = 0; x < grid.cells.width; ++x) {
        for (Prior prior : shapes) {
          prior.x = (static_cast<float>(x) + 0.5f) / static_cast<float>(grid.cells.width);
          prior.y = (static_cast<float>(y) + 0.5f) / static_cast<float>(grid.cells.height);
          priors.push_back(prior);
        }
      }
    }
  }
  return priors;
}

Result<std::vector<Detection>> DecodeSsd(std::span<const float> offsets, std::span<const float> scores,
                                         std::span<const Prior> priors, const Letterbox& box,
                                         const SsdOptions& options) {
  const size_t count = priors.size();
  if (count == 0 || offsets.size() != count * 4 || scores.empty() || scores.size() % count != 0) {
    return Error{ErrorCode::kInternal, "an SSD answer of " + std::to_string(offsets.size()) + " offsets and " +
                                           std::to_string(scores.size()) + " scores does not fit " +
                                           std::to_string(count) + " priors"};
  }
  const size_t classes = scores.size() / count;
  std::vector<Detection> found;
  for (size_t i = 0; i < count; ++i) {
    for (size_t label = 0; label < classes; ++label) {
      const float score = scores[i * classes + label];
      if (static_cast<int>(label) == options.background_label || !(score >= options.min_score)) continue;
      const float* offset = offsets.data() + i * 4;
      const Prior& prior = priors[i];
      const float x = prior.x + offset[0] * options.centre_variance * prior.width;
      const float y = prior.y + offset[1] * options.centre_variance * prior.height;
      const float half_width = prior.width * std::exp(offset[2] * options.size_variance) / 2;
      const float half_height = prior.height * std::exp(offset[3] * options.size_variance) / 2;
      const auto across = static_cast<float>(box.bucket.width);
      const auto down = static_cast<float>(box.bucket.height);
      const Point low = box.Clamped(box.ToPicture({(x - half_width) * across, (y - half_height) * down}));
      const Point high = box.Clamped(box.ToPicture({(x + half_width) * across, (y + half_height) * down}));
      found.push_back({low.x, low.y, high.x, high.y, score, static_cast<int>(label)});
    }
  }
  return Suppress(std::move(found), options.nms);
}

}  // namespace crossdock::vision
