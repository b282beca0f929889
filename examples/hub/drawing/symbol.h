#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace crossdock::hub {

/// A bar code as ink: made by zint through zxing-cpp's writer, without quiet zone.
struct Symbol {
  std::string text;    // what a right read gives
  std::string format;  // as zxing-cpp names what it reads: "Code 128", "ITF" (for ITF-14 too), "QR Code"
  int width = 0;       // of `luminance`, pixels
  int height = 0;
  std::vector<uint8_t> luminance;
  double pixels_per_module = 1;
  bool linear = false;       // one row stretched to any height
  double quiet_modules = 0;  // white that the standard wants on each side
};

/// `format` as zxing-cpp writes it ("Code 128", "ITF-14", "DataBar Expanded", …), `options` as its CreatorOptions take them ("gs1").
/// errors    kInvalidArgument if the contents cannot be encoded
Result<Symbol> MakeSymbol(std::string_view format, std::string_view contents, const std::string& options = {});

}  // namespace crossdock::hub
