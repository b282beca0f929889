#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "vision/image.h"

namespace crossdock::vision::codes {

/// Borrowed 8-bit pixels, 1 or 3 (R, G, B) channels.
struct PixelView {
  const uint8_t* data = nullptr;
  int width = 0;
  int height = 0;
  int channels = 1;
  int stride_bytes = 0;
};

enum class Threshold {
  kLocal,      ///< around each pixel (matrix codes) or per row (linear codes)
  kHistogram,  ///< one for the whole, or per row
  kFixed,      ///< the middle grey: the pixels are black and white already
};

/// One call of the reading library.
struct ScanSettings {
  bool linear = true;
  bool matrix = true;
  bool rotate = true;     ///< try upright scan lines too
  bool invert = true;     ///< try white on black too
  bool downscale = true;  ///< try the picture reduced to a third too, if it is large
  bool thorough = true;   ///< every line, not a few
  Threshold threshold = Threshold::kLocal;
  int min_lines = 2;  ///< scan lines of a linear code that must agree
  int max_codes = 255;
  std::string formats;  ///< names separated by commas, or "" for all
};

/// What one call read.
struct Reading {
  std::string text;
  std::string format;
  Quad corners;   ///< in pixels of the scanned view
  int lines = 0;  ///< scan lines that agreed (linear codes); 1 for matrix codes
};

/// Reads codes with zxing-cpp. Thread-safe. Its exceptions end here.
/// errors  kInvalidArgument (formats: an unknown name, listing the names that are known), kInternal (the library failed)
Result<std::vector<Reading>> Scan(const PixelView& view, const ScanSettings& settings);

}  // namespace crossdock::vision::codes
