#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "vision/image.h"

/// Writers for the tests, around the same libraries that read.
namespace crossdock::vision::codec {

using File = std::vector<std::byte>;

/// A picture in which every corner and every pixel differs from its neighbours, so that any turn or shift shows.
Image Pattern(int width, int height, int channels);
/// Largest difference of any channel; 256 when sizes differ.
int Difference(const Image& a, const Image& b);

struct JpegOptions {
  int quality = 95;
  bool progressive = false;
  bool subsampled = false;
};
/// 4 channels: CMYK, stored inverted and marked as Adobe's programs do.
File EncodeJpeg(const Image& image, const JpegOptions& options = {});
/// Puts an EXIF block with this orientation behind the start marker.
File WithExif(const File& jpeg, int orientation, bool big_endian = false);
/// The EXIF payload alone.
File ExifBlock(int orientation, bool big_endian);

struct PngOptions {
  int bits = 8;
  bool palette = false;  // grey levels as palette entries
  bool interlaced = false;
  int orientation = 0;  // 0: no eXIf chunk
};
/// 1, 3 or 4 (alpha) channels. With fewer than 8 bits the upper bits of a grey picture are kept; with 16 both bytes are the value.
File EncodePng(const Image& image, const PngOptions& options = {});

/// Lossless. 3 or 4 channels.
File EncodeWebp(const Image& image);
/// In an extended file with an EXIF chunk.
File WebpWithExif(const File& webp, int width, int height, int orientation);

struct TiffOptions {
  int bits = 8;  // 1, 8 or 16
  bool tiled = false;
  bool compressed = true;
  bool white_is_zero = false;
  bool planes_apart = false;
  int orientation = 1;
};
File EncodeTiff(const Image& image, const TiffOptions& options = {});

struct BmpOptions {
  int bits = 24;  // 1, 4, 8 (grey levels as palette), 16, 24, 32
  bool top_down = false;
  bool masks = false;        // 5-6-5 at 16 bits; R, G, B, x at 32
  uint32_t compression = 0;  // written as it is, to be refused
  bool core_header = false;
};
File EncodeBmp(const Image& image, const BmpOptions& options = {});

}  // namespace crossdock::vision::codec
