#pragma once

#include <cairo.h>

#include <map>
#include <memory>
#include <span>
#include <string>

#include "base/result.h"
#include "hub/drawing/geometry.h"

typedef struct _PangoLayout PangoLayout;

namespace crossdock::hub {

struct Face {
  const char* family;
  bool bold;
};

/// What waybills are printed in: Latin faces of DejaVu and Liberation, Chinese ones of WenQuanYi.
std::span<const Face> LatinFaces();
std::span<const Face> ChineseFaces();

/// Sets single lines of text. Sizes are given by the height of a letter as a reader would measure it: an "H", in Chinese faces a "国".
/// One thread.
class Typesetter {
 public:
  /// errors    kNotFound if a face of the lists above is not installed, naming the package that brings it
  static Result<std::unique_ptr<Typesetter>> Create();
  ~Typesetter();
  Typesetter(const Typesetter&) = delete;
  Typesetter& operator=(const Typesetter&) = delete;

  /// Width and height of the ink of `text`.
  Rect Measure(const std::string& text, const Face& face, double letter_px);
  /// Paints with the context's source colour; the ink's top left comes to lie at `at`.
  void Paint(cairo_t* target, const std::string& text, const Face& face, double letter_px, Point at);

 private:
  Typesetter();
  void Set(const std::string& text, const Face& face, double letter_px);
  double SizeForLetter(const Face& face, double letter_px);
  Rect Ink();

  cairo_surface_t* surface_;
  cairo_t* context_;
  PangoLayout* layout_;
  std::map<std::string, double> letter_per_size_;  // by family and weight
};

}  // namespace crossdock::hub
