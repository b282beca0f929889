#pragma once

#include <span>

#include "vision/letterbox.h"

namespace crossdock::vision {

/// How large letters are shown to the text detector.
struct TextDetectionOptions {
  int min_side = 736;          // smaller pictures are enlarged until their short side has so many pixels
  int max_side = 2016;         // but no further than this, and larger ones are shrunk to it
  double max_enlargement = 4;  // a line that fills its picture would else outgrow what the net takes for letters
};

/// Where a picture goes in the detector's input: the bucket that wastes least and the place in it (top left, padded).
Letterbox PlanTextDetection(Size picture, std::span<const Size> buckets, const TextDetectionOptions& options = {});

/// What the detector eats: B, G, R in -1..1, padding 0.
Normalization TextDetectionInput();

}  // namespace crossdock::vision
