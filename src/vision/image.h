#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "base/result.h"

namespace crossdock::vision {

/// A position in pixels; (0, 0) is the outer corner of the top left pixel.
struct Point {
  float x = 0;
  float y = 0;
};

/// Corners clockwise, starting at the thing's own top left (where its text or code begins).
struct Quad {
  Point corners[4];
};

/// Pixels, 8 bits a channel, interleaved: 1 channel is grey, 3 are R, G, B. Copies share the pixels, which must then not be written.
class Image {
 public:
  Image() = default;
  /// Uninitialized pixels, rows 64-byte aligned. The caller has checked the size against its limits.
  Image(int width, int height, int channels);
  /// Borrows memory that `owner` keeps alive.
  Image(int width, int height, int channels, size_t stride_bytes, std::shared_ptr<uint8_t> owner)
      : width_(width), height_(height), channels_(channels), stride_bytes_(stride_bytes), pixels_(std::move(owner)) {}

  int width() const { return width_; }
  int height() const { return height_; }
  int channels() const { return channels_; }
  size_t stride_bytes() const { return stride_bytes_; }
  bool empty() const { return width_ == 0 || height_ == 0; }
  const uint8_t* row(int y) const { return pixels_.get() + stride_bytes_ * static_cast<size_t>(y); }
  uint8_t* mutable_row(int y) { return pixels_.get() + stride_bytes_ * static_cast<size_t>(y); }
  /// The part of `width` x `height` pixels at (x, y), which must lie inside. Shares the pixels.
  Image Part(int x, int y, int width, int height) const {
    const size_t offset =
        stride_bytes_ * static_cast<size_t>(y) + static_cast<size_t>(x) * static_cast<size_t>(channels_);
    return Image(width, height, channels_, stride_bytes_, std::shared_ptr<uint8_t>(pixels_, pixels_.get() + offset));
  }

 private:
  int width_ = 0;
  int height_ = 0;
  int channels_ = 0;
  size_t stride_bytes_ = 0;
  std::shared_ptr<uint8_t> pixels_;
};

/// Luminance, BT.601 (what bar code readers expect); a grey image is returned as it is.
Image ToGrey(const Image& image);

}  // namespace crossdock::vision
