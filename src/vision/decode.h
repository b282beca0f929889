#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/result.h"
#include "vision/image.h"

namespace crossdock::vision {

enum class PictureFormat { kJpeg, kPng, kWebp, kTiff, kBmp };
/// "JPEG", "PNG", "WebP", "TIFF", "BMP".
const char* Name(PictureFormat format);

/// What a picture's header says, before anything is decoded.
struct PictureInfo {
  PictureFormat format = PictureFormat::kJpeg;
  int width = 0;  // as stored: before the EXIF orientation is applied
  int height = 0;
  int channels = 3;  // colours as stored: 1 grey, 3 colour or palette, 4 CMYK
  int bits = 8;      // of one channel as stored
  bool has_alpha = false;
  int exif_orientation = 1;  // 1..8; 1: upright

  /// Orientations 5 to 8 lie on their side.
  bool swaps_sides() const { return exif_orientation >= 5; }
};

/// Checked against the header, so that a small file which promises a huge picture costs nothing.
struct DecodeLimits {
  int64_t max_pixels = 64'000'000;
  int max_side = 32'768;
};

struct DecodeOptions {
  DecodeLimits limits = {};
  /// The upright picture need only be this large: a JPEG is decoded at the smallest of 1/8, 1/4, 1/2 and 1 that still covers both
  /// sides. 0: full size.
  int cover_width = 0;
  int cover_height = 0;
  bool grey = false;       // one channel; for a JPEG its luminance as stored, which costs a third of the colours
  bool apply_exif = true;  // turn the picture upright
};

/// Pixels, and how they lie in the picture's own pixels (upright, full size).
struct Decoded {
  Image image;  // 1 channel for grey sources or when asked, else 3
  PictureInfo info;
  int full_width = 0;  // upright, full size
  int full_height = 0;
  double scale_x = 1;  // full-size pixels per decoded pixel: 1, 2, 4 or 8
  double scale_y = 1;
  double offset_x =
      0;  // of the decoded picture's corner: not 0 where a side that is no multiple of the scale was turned over
  double offset_y = 0;
  bool damaged = false;  // all there, but with errors that the decoder stepped over

  /// A position in `image`, in the picture's own pixels. Exact.
  Point ToFull(Point p) const {
    return {static_cast<float>(p.x * scale_x + offset_x), static_cast<float>(p.y * scale_y + offset_y)};
  }
};

/// Reads the header only. The bytes decide what it is, not a name or content type.
/// errors  kInvalidArgument at "picture": no known format, or a header that is cut off or wrong
Result<PictureInfo> Probe(std::span<const std::byte> bytes);

/// Decodes a JPEG, PNG, WebP, TIFF (first page) or BMP. Pictures with transparency are laid on white, or on black if what is visible
/// is a thin light drawing that white would swallow. Any bytes are safe; any thread; nothing is printed.
/// errors  kInvalidArgument at "picture": as Probe; cut off, broken, or a variety that is not read, by name;
///         with Reason::kTooLarge: more pixels than the limits allow
Result<Decoded> Decode(std::span<const std::byte> bytes, const DecodeOptions& options = {});

/// Pixels without a header, as a camera's driver hands them over.
struct RawLayout {
  int width = 0;
  int height = 0;
  int channels = 3;         // 1 or 3, interleaved, 8 bits
  bool bgr = false;         // order of three channels
  size_t stride_bytes = 0;  // 0: rows follow each other
};

/// Copies raw pixels into a picture.
/// errors  kInvalidArgument at "picture": a layout that makes no sense, or fewer bytes than it needs; Reason::kTooLarge
Result<Decoded> DecodeRaw(std::span<const std::byte> bytes, const RawLayout& layout, const DecodeLimits& limits = {});

}  // namespace crossdock::vision
