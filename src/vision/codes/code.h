#pragma once

#include <string>
#include <string_view>

#include "vision/image.h"

namespace crossdock::vision {

/// Name of the plain path in `Code::path`; every other value names the rescue step that read the code.
inline constexpr std::string_view kPlainPath = "plain";
/// The rescue step that is a plain read too, of the picture with black and white exchanged.
inline constexpr std::string_view kInvertPath = "invert";

/// One bar code that was read.
struct Code {
  /// Its content as UTF-8, as a scanner in plain mode sends it: GS1 element strings without brackets and with FNC1 as GS (0x1D),
  /// UPC-A and UPC-E as 13 digits, an EAN-13 or UPC-A add-on appended.
  std::string text;
  std::string format;     ///< the symbology's name: "EAN-13", "Code 128", "QR Code"
  double confidence = 0;  ///< probability that `text` is right, see confidence.h
  Quad corners;           ///< in pixels of the picture that was handed in
  std::string path;       ///< "plain", or the rescue step: "invert", "average", "sharpen", "scale", "binarize", "match"
  bool has_check = false;  ///< the symbology carries a check digit or error correction, and it was right
  int reads = 0;           ///< how many scan lines (linear codes, plain path) or variations (rescue) gave this text
};

/// A place where somebody (a neural locator, say) believes a code to be.
struct CodePlace {
  Quad quad;           ///< in pixels of the picture
  bool linear = true;  ///< look for linear symbologies there
  bool matrix = true;  ///< look for matrix symbologies there
};

}  // namespace crossdock::vision
