#include "hub/drawing/label_painter.h"

#include <cmath>

#include "hub/drawing/canvas.h"

namespace crossdock::hub {
namespace {

void SetColour(cairo_t* cairo, const Colour& colour) {
  cairo_set_source_rgb(cairo, colour.red, colour.green, colour.blue);
}

void PaintSymbol(cairo_t* cairo, const PlacedSymbol& placed, const Colour& ink, const Colour& paper) {
  const Symbol& symbol = placed.symbol;
  cv::Mat dots(symbol.height, symbol.width, CV_8UC4);
  for (int y = 0; y < symbol.height; ++y) {
    for (int x = 0; x < symbol.width; ++x) {
      const bool dark = symbol.luminance[static_cast<std::size_t>(y * symbol.width + x)] < 128;
      const Colour& colour = dark ? ink : paper;
      const auto byte = [](double part) { return static_cast<uint8_t>(std::lround(part * 255)); };
      dots.at<cv::Vec4b>(y, x) = {byte(colour.blue), byte(colour.green), byte(colour.red), 255};
    }
  }
  cairo_surface_t* surface = cairo_image_surface_create_for_data(dots.data, CAIRO_FORMAT_RGB24, dots.cols, dots.rows,
                                                                 static_cast<int>(dots.step[0]));
  cairo_save(cairo);
  cairo_rectangle(cairo, placed.rect.x, placed.rect.y, placed.rect.width, placed.rect.height);
  cairo_clip(cairo);
  cairo_translate(cairo, placed.rect.x, placed.rect.y);
  cairo_scale(cairo, placed.rect.width / symbol.width, placed.rect.height / symbol.height);
  cairo_set_source_surface(cairo, surface, 0, 0);
  // Whole dots stay sharp; round hexagons are reduced and need smoothing.
  cairo_pattern_set_filter(cairo_get_source(cairo),
                           symbol.pixels_per_module > 1 ? CAIRO_FILTER_BEST : CAIRO_FILTER_NEAREST);
  cairo_paint(cairo);
  cairo_restore(cairo);
  cairo_surface_destroy(surface);
}

}  // namespace

cv::Mat PaintLabel(Typesetter& typesetter, const Label& label) {
  cv::Mat bgra(static_cast<int>(std::ceil(label.block.height * kInkPerPixel)),
               static_cast<int>(std::ceil(label.block.width * kInkPerPixel)), CV_8UC4);
  Canvas canvas(bgra);
  cairo_t* cairo = canvas.Get();
  SetColour(cairo, label.paper);
  cairo_paint(cairo);
  cairo_scale(cairo, kInkPerPixel, kInkPerPixel);
  SetColour(cairo, label.field);
  for (const Field& field : label.block.fields) {
    cairo_rectangle(cairo, field.rect.x, field.rect.y, field.rect.width, field.rect.height);
    cairo_fill(cairo);
  }
  for (const PlacedSymbol& symbol : label.block.symbols) PaintSymbol(cairo, symbol, label.ink, label.paper);
  for (const PlacedText& text : label.block.texts) {
    SetColour(cairo, text.white ? Colour{1, 1, 1} : label.ink);
    typesetter.Paint(cairo, text.text, text.face, text.letter_px, {text.ink.x, text.ink.y});
  }
  return bgra;
}

}  // namespace crossdock::hub
