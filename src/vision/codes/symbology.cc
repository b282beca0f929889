#include "vision/codes/symbology.h"

#include <exception>

#include <ZXing/BarcodeFormat.h>

namespace crossdock::vision {

Result<std::string> SymbologyName(std::string_view name) {
  try {
    return std::string(ZXing::Name(ZXing::BarcodeFormatFromString(name)));
  } catch (const std::exception& e) {
    return InvalidArgument("formats", std::string("unknown bar code symbology: ") + e.what());
  }
}

}  // namespace crossdock::vision
