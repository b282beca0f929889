#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/engine.h"

namespace crossdock::model {

/// How a picture becomes a model's input, so that clients may send pictures instead of tensors. As in `model.yaml`.
struct PictureConfig {
  std::string input;  // empty: the model's only one
  int width = 0;      // 0: as the model says
  int height = 0;
  std::string fit = "centred";  // with its aspect kept, in the middle; or "top_left", or "stretch"
  std::string order = "rgb";
  std::vector<double> mean = {0, 0, 0};  // (value - mean) x scale for each channel in that order, values 0 to 255
  std::vector<double> scale = {1, 1, 1};
  double pad = 114;
  int64_t max_pixels = 64'000'000;
  Status Validate() const;
};

/// Where a picture goes in a model.
struct PictureTarget {
  size_t port = 0;
  int width = 0;
  int height = 0;
};

/// errors  kInvalidArgument at "picture.input", "picture.width" or "picture.height": no such input, not FP32 [rows, 3, height, width], or
///         another size than the model's
Result<PictureTarget> TargetOf(const PictureConfig& config, const engine::Signature& signature);

template <class Visitor>
void Describe(PictureConfig& c, Visitor& v) {
  v.Field("input", c.input, "input that takes pictures, FP32 of [rows, 3, height, width]; empty: the model's only one");
  v.Field("width", c.width, 0, 16384, "pixels of the input; 0: as the model says");
  v.Field("height", c.height, 0, 16384, "pixels of the input; 0: as the model says");
  v.Field("fit", c.fit, {"centred", "top_left", "stretch"},
          "where the picture lies in the input, its aspect kept and the rest padded; or stretched over all of it");
  v.Field("order", c.order, {"rgb", "bgr"}, "order of the channels");
  v.Field("mean", c.mean, "taken off each channel's values of 0 to 255, in that order");
  v.Field("scale", c.scale, "what they are then multiplied with");
  v.Field("pad", c.pad, 0, 255, "value of the padding, before that");
  v.Field("max_pixels", c.max_pixels, 1, 1'000'000'000,
          "pixels of one picture, by its header, before anything is decoded");
}

}  // namespace crossdock::model
