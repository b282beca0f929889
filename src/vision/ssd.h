#pragma once

#include <span>
#include <vector>

#include "base/result.h"
#include "vision/letterbox.h"
#include "vision/nms.h"

namespace crossdock::vision {

/// A default box of an SSD net: centre and size as parts of the bucket's sides (0..1).
struct Prior {
  float x = 0;
  float y = 0;
  float width = 0;
  float height = 0;
};

/// One feature map's default boxes.
struct PriorGrid {
  Size cells = {};
  float min_size = 0;                     // parts of the bucket's side
  float max_size = 0;                     // of the extra square box, sqrt(min * max); 0: none
  std::vector<float> aspect_ratios = {};  // beside 1; each also upside down
};

/// All default boxes, grid after grid, cell after cell in rows: the square, the larger square, then the ratios.
/// Source: SSD, Liu et al. 2016, section 2.2.
std::vector<Prior> MakePriors(std::span<const PriorGrid> grids);

struct SsdOptions {
  float centre_variance = 0.1f;
  float size_variance = 0.2f;
  int background_label = 0;  // -1: every class is a thing
  float min_score = 0.3f;
  NmsOptions nms = {};
};

/// Offsets [n, 4] (dx, dy, log dw, log dh against the priors) and class probabilities [n, classes] to boxes in the picture's pixels,
/// inside it. A prior gives at most one box for each class.
/// errors  kInternal: sizes that do not fit each other
Result<std::vector<Detection>> DecodeSsd(std::span<const float> offsets, std::span<const float> scores,
                                         std::span<const Prior> priors, const Letterbox& box,
                                         const SsdOptions& options = {});

}  // namespace crossdock::vision
