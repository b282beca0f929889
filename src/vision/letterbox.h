#pragma once

#include <cstddef>
#include <span>

#include "vision/image.h"

namespace crossdock::vision {

struct Size {
  int width = 0;
  int height = 0;
};

enum class Placement { kTopLeft, kCentred };

/// How a picture lies in a model's input: stretched to the inner size at (left, top), the rest of the bucket is padding.
/// The scale of each axis is inner size over picture size, exactly what the resize does, so positions map back without an error
/// that grows along the picture.
struct Letterbox {
  Size picture = {};
  Size bucket = {};
  Size inner = {};
  int left = 0;
  int top = 0;

  double scale_x() const { return static_cast<double>(inner.width) / picture.width; }
  double scale_y() const { return static_cast<double>(inner.height) / picture.height; }
  /// A position in the bucket's pixels, in the picture's. Positions in the padding come out outside the picture.
  Point ToPicture(Point p) const;
  Point ToBucket(Point p) const;
  /// The position moved into the picture, if it is outside.
  Point Clamped(Point p) const;
};

/// Fits a picture into a bucket, its aspect kept to within half a pixel. `enlarge`: small pictures are stretched to touch a side.
Letterbox Fit(Size picture, Size bucket, Placement placement, bool enlarge = true);

/// The bucket that wastes least: the smallest one that holds `wanted` unshrunk; if none does, the one that shrinks it least, and of
/// those the smallest. `buckets` is not empty.
size_t ChooseBucket(Size wanted, std::span<const Size> buckets);

enum class Resample {
  kBilinear,         // what detectors were trained with
  kAreaWhenSmaller,  // averages when it shrinks below half, so that thin strokes do not vanish; else bilinear
};

/// (value - mean) * scale for each channel, values 0..255.
struct Normalization {
  float mean[3] = {0, 0, 0};  // in the tensor's channel order
  float scale[3] = {1, 1, 1};
  bool bgr = false;  // the tensor's channels are B, G, R
  float pad = 114;   // the padding's value before it is normalized
};

/// Writes a picture as a [3, bucket.height, bucket.width] float tensor, planes one behind the other. A grey picture fills all three.
/// `out` holds 3 x height x width values; the memory may be a row of a batch. Any thread.
void FillTensor(const Image& image, const Letterbox& box, const Normalization& normalization, Resample resample,
                std::span<float> out);

}  // namespace crossdock::vision
