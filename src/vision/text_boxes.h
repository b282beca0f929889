#pragma once

#include <span>
#include <vector>

#include "base/result.h"
#include "tensor/tensor.h"
#include "vision/letterbox.h"

namespace crossdock::vision {

struct TextBoxOptions {
  float threshold = 0.3f;     // of the map: what belongs to a line
  float min_score = 0.5f;     // mean of the map over the box
  float unclip_ratio = 1.6f;  // the net draws lines thinner than they are: grown by area * ratio / perimeter
  float min_side = 3;         // map pixels, before growing
  int max_boxes = 1000;
};

struct TextBox {
  Quad quad;  // in the picture's pixels; corners in the text's own order: its first corner is where reading starts
  float score = 0;  // 0..1
};

/// Text lines in a probability map, in reading order. `map` is FP32 [1,1,H,W] (or [H,W]) of a DB net that was fed `box`'s bucket. A box
/// 1.5 times as tall as wide is taken for a line that runs down the picture with its letters turned right. Parts of one line are joined.
/// Source: Liao et al. 2020, "Real-time Scene Text Detection with Differentiable Binarization".
/// errors  kInternal: the map has another size than the bucket
Result<std::vector<TextBox>> FindTextBoxes(const tensor::TensorView& map, const Letterbox& box,
                                           const TextBoxOptions& options = {});

/// Top to bottom, and left to right within a row, along the lines' common tilt.
void SortForReading(std::vector<TextBox>& boxes);

/// Lengths of a quad's own axes: along the text and across it, means of opposite sides.
float LengthOf(const Quad& quad);
float HeightOf(const Quad& quad);

/// The quad made longer at both ends by `ends` and taller on both sides by `sides`, both in parts of its height.
Quad Grown(const Quad& quad, float ends, float sides);

}  // namespace crossdock::vision
