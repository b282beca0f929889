#include "hub/drawing/symbol.h"

#include <exception>

#include <ZXing/CreateBarcode.h>
#include <ZXing/WriteBarcode.h>

namespace crossdock::hub {
namespace {

double QuietModules(ZXing::BarcodeFormat format) {
  if (format == ZXing::BarcodeFormat::EAN13 || format == ZXing::BarcodeFormat::EAN8) return 11;
  if (format <= ZXing::BarcodeFormat::QRCode) return 4;
  if (format <= ZXing::BarcodeFormat::AllLinear) return 10;
  return 2;
}

// The writer's bars are one row repeated; stacked symbologies and the framed ITF-14 are not.
bool IsOneRow(const ZXing::Image& image) {
  const auto* rows = image.data();
  for (int y = 1; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      if (rows[y * image.width() + x] != rows[x]) return false;
    }
  }
  return true;
}

}  // namespace

Result<Symbol> MakeSymbol(std::string_view format_name, std::string_view contents, const std::string& options) {
  try {
    const auto format = ZXing::BarcodeFormatFromString(format_name);
    const auto barcode = ZXing::CreateBarcodeFromText(contents, ZXing::CreatorOptions(format, options));
    // MaxiCode's hexagons need more than one pixel each; 4 is the scale at which the writer draws them round.
    const bool framed = format == ZXing::BarcodeFormat::ITF14;  // its quiet zones lie within the frame
    const int scale = format == ZXing::BarcodeFormat::MaxiCode ? 4 : 1;
    const auto image = ZXing::WriteBarcodeToImage(barcode, ZXing::WriterOptions().scale(scale).addQuietZones(framed));
    Symbol symbol;
    symbol.text = barcode.text();
    symbol.format = framed ? "ITF" : ZXing::ToString(format);
    symbol.width = image.width();
    // Bars of retail codes end in guards; the last rows are theirs. One row is enough for all that are stretched.
    symbol.linear = IsOneRow(image) || format == ZXing::BarcodeFormat::EAN13 || format == ZXing::BarcodeFormat::EAN8;
    symbol.height = symbol.linear ? 1 : image.height();
    symbol.luminance.assign(image.data(), image.data() + symbol.width * symbol.height);
    symbol.pixels_per_module = format == ZXing::BarcodeFormat::MaxiCode ? 20 : 1;
    symbol.quiet_modules = QuietModules(format);
    return symbol;
  } catch (const std::exception& error) {
    return InvalidArgument(std::string(format_name), std::string("cannot be drawn: ") + error.what());
  }
}

}  // namespace crossdock::hub
