#pragma once

#include <span>
#include <vector>

#include "base/result.h"
#include "tensor/tensor.h"
#include "vision/letterbox.h"
#include "vision/nms.h"

namespace crossdock::vision {

struct YoloxOptions {
  float min_score = 0.3f;  // object score times class score
  NmsOptions nms = {};
};

/// What YOLOX nets eat: letterboxed at the top left with 114. yolox_nano takes B, G, R in 0..255; nets exported with /255 and R, G, B
/// (arbez_yolox_s) take the second.
Normalization YoloxBgr255();
Normalization YoloxRgb1();

/// The head of an exported YOLOX that leaves its boxes on their grid: row i of [1, n, 5 + classes] is x, y, w, h, object score,
/// class scores; with grids of strides 8, 16 and 32 one behind the other, centre = (offset + cell) * stride, size = exp(s) * stride.
/// Source: YOLOX, Ge et al. 2021, section 2. Boxes come back in the picture's pixels, inside it.
/// errors  kInternal: the shape is not what a net of this bucket answers
Result<std::vector<Detection>> DecodeYoloxGrid(const tensor::TensorView& output, const Letterbox& box,
                                               const YoloxOptions& options = {});

/// The same for a net that has decoded its boxes: rows of centre x, y, w, h in bucket pixels. One picture's [n, 5 + classes] or
/// [1, n, 5 + classes].
Result<std::vector<Detection>> DecodeYoloxBoxes(const tensor::TensorView& output, const Letterbox& box,
                                                const YoloxOptions& options = {});

}  // namespace crossdock::vision
