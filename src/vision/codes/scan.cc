#include "vision/codes/scan.h"

#include <exception>
#include <utility>

#include <ZXing/ReadBarcode.h>

namespace crossdock::vision::codes {
namespace {

using ZXing::BarcodeFormat;

/// The library reads an empty set as "all".
ZXing::BarcodeFormats Wanted(const ScanSettings& settings) {
  auto formats = ZXing::BarcodeFormatsFromString(settings.formats);
  if (settings.linear && settings.matrix) return formats;
  const auto family = settings.linear ? BarcodeFormat::AllLinear : BarcodeFormat::AllMatrix;
  return formats.empty() ? ZXing::BarcodeFormats(family) : formats & ZXing::BarcodeFormats(family);
}

ZXing::ReaderOptions Options(const ScanSettings& settings, ZXing::BarcodeFormats formats) {
  ZXing::ReaderOptions options;
  options.formats(std::move(formats))
      .tryHarder(settings.thorough)
      .tryRotate(settings.rotate)
      .tryInvert(settings.invert)
      .tryDownscale(settings.downscale)
      .minLineCount(static_cast<uint8_t>(settings.min_lines))
      .maxNumberOfSymbols(static_cast<uint8_t>(settings.max_codes))
      .eanAddOnSymbol(ZXing::EanAddOnSymbol::Read)
      .textMode(ZXing::TextMode::Plain);
  switch (settings.threshold) {
    case Threshold::kLocal: options.binarizer(ZXing::Binarizer::LocalAverage); break;
    case Threshold::kHistogram: options.binarizer(ZXing::Binarizer::GlobalHistogram); break;
    case Threshold::kFixed: options.binarizer(ZXing::Binarizer::FixedThreshold); break;
  }
  return options;
}

/// Add-ons carry the issue or price of books and papers, whose main code is an EAN-13 or UPC-A. What stands beside a UPC-E or EAN-8
/// (multipack marks, coupons) is not part of the number.
std::string TextOf(const ZXing::Barcode& code) {
  std::string text = code.text();
  if (code.format() != BarcodeFormat::UPCE && code.format() != BarcodeFormat::EAN8) return text;
  const std::string add_on = code.extra(ZXing::BarcodeExtra::EanAddOn);
  if (!add_on.empty() && text.size() > add_on.size() && text.ends_with(add_on))
    text.resize(text.size() - add_on.size());
  return text;
}

Reading ToReading(const ZXing::Barcode& code) {
  Reading reading;
  reading.text = TextOf(code);
  reading.format = std::string(ZXing::Name(code.format()));
  reading.lines = code.lineCount() > 0 ? code.lineCount() : 1;
  for (size_t i = 0; i < 4; ++i) {
    // The library counts pixels; a pixel's middle is half a pixel further.
    const auto& p = code.position()[i];
    reading.corners.corners[i] = {static_cast<float>(p.x) + 0.5f, static_cast<float>(p.y) + 0.5f};
  }
  return reading;
}

}  // namespace

Result<std::vector<Reading>> Scan(const PixelView& view, const ScanSettings& settings) {
  std::vector<Reading> readings;
  if (view.width <= 0 || view.height <= 0) return readings;
  ZXing::BarcodeFormats formats;
  try {
    formats = Wanted(settings);
    if (formats.empty() && !settings.formats.empty()) return readings;  // none of this family
  } catch (const std::exception& e) {
    return InvalidArgument("formats", std::string("unknown bar code symbology: ") + e.what());
  }
  try {
    const auto layout = view.channels == 3 ? ZXing::ImageFormat::RGB : ZXing::ImageFormat::Lum;
    const ZXing::ImageView pixels(view.data, view.width, view.height, layout, view.stride_bytes);
    for (const auto& code : ZXing::ReadBarcodes(pixels, Options(settings, std::move(formats)))) {
      if (code.isValid()) readings.push_back(ToReading(code));
    }
  } catch (const std::exception& e) {
    return Error{ErrorCode::kInternal, std::string("the bar code library failed: ") + e.what()};
  }
  return readings;
}

}  // namespace crossdock::vision::codes
