#include "hub/drawing/typesetter.h"

#include <string_view>

#include <fmt/format.h>
#include <pango/pangocairo.h>

namespace crossdock::hub {
namespace {

constexpr Face kLatinFaces[] = {
    {"DejaVu Sans", false},     {"DejaVu Sans", true},      {"DejaVu Sans Mono", false}, {"DejaVu Serif", false},
    {"DejaVu Serif", true},     {"Liberation Sans", false}, {"Liberation Sans", true},   {"Liberation Serif", false},
    {"Liberation Serif", true}, {"Liberation Mono", false}, {"Liberation Mono", true},
};
constexpr Face kChineseFaces[] = {
    {"WenQuanYi Zen Hei", false}, {"WenQuanYi Zen Hei", true}, {"WenQuanYi Zen Hei Mono", false}};
constexpr double kProbeSize = 200;

const char* PackageOf(std::string_view family) {
  if (family.starts_with("DejaVu")) return "fonts-dejavu-core";
  return family.starts_with("Liberation") ? "fonts-liberation" : "fonts-wqy-zenhei";
}

PangoFontDescription* Describe(const Face& face, double size) {
  PangoFontDescription* description = pango_font_description_new();
  pango_font_description_set_family_static(description, face.family);
  pango_font_description_set_weight(description, face.bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
  pango_font_description_set_absolute_size(description, size * PANGO_SCALE);
  return description;
}

bool IsInstalled(PangoLayout* layout, const Face& face) {
  PangoFontDescription* wanted = Describe(face, kProbeSize);
  PangoContext* context = pango_layout_get_context(layout);
  PangoFont* font = pango_context_load_font(context, wanted);
  bool same = false;
  if (font != nullptr) {
    PangoFontDescription* found = pango_font_describe(font);
    same = std::string_view(pango_font_description_get_family(found)) == face.family;
    pango_font_description_free(found);
    g_object_unref(font);
  }
  pango_font_description_free(wanted);
  return same;
}

}  // namespace

std::span<const Face> LatinFaces() { return kLatinFaces; }
std::span<const Face> ChineseFaces() { return kChineseFaces; }

Typesetter::Typesetter()
    : surface_(cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1)),
      context_(cairo_create(surface_)),
      layout_(pango_cairo_create_layout(context_)) {
  // The desktop's settings for hinting and smoothing must not change a drawing.
  cairo_font_options_t* options = cairo_font_options_create();
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  PangoContext* context = pango_layout_get_context(layout_);
  pango_cairo_context_set_font_options(context, options);
  pango_cairo_context_set_resolution(context, 72);
  pango_context_set_language(context, pango_language_from_string("zh-cn"));
  cairo_font_options_destroy(options);
  pango_layout_set_single_paragraph_mode(layout_, TRUE);
}

Typesetter::~Typesetter() {
  g_object_unref(layout_);
  cairo_destroy(context_);
  cairo_surface_destroy(surface_);
}

Result<std::unique_ptr<Typesetter>> Typesetter::Create() {
  std::unique_ptr<Typesetter> typesetter(new Typesetter());
  for (const auto faces : {LatinFaces(), ChineseFaces()}) {
    for (const Face& face : faces) {
      if (IsInstalled(typesetter->layout_, face)) continue;
      return Error{ErrorCode::kNotFound, fmt::format("the typeface {} is not installed: apt-get install {}",
                                                     face.family, PackageOf(face.family))};
    }
  }
  return typesetter;
}

void Typesetter::Set(const std::string& text, const Face& face, double size) {
  PangoFontDescription* description = Describe(face, size);
  pango_layout_set_font_description(layout_, description);
  pango_font_description_free(description);
  pango_layout_set_text(layout_, text.data(), static_cast<int>(text.size()));
}

Rect Typesetter::Ink() {
  PangoRectangle ink;
  pango_layout_get_extents(layout_, &ink, nullptr);
  constexpr double kUnit = PANGO_SCALE;
  return {ink.x / kUnit, ink.y / kUnit, ink.width / kUnit, ink.height / kUnit};
}

double Typesetter::SizeForLetter(const Face& face, double letter_px) {
  double& ratio = letter_per_size_[fmt::format("{}{}", face.family, face.bold)];
  if (ratio == 0) {
    const bool chinese = std::string_view(face.family).starts_with("WenQuanYi");
    Set(chinese ? "国" : "H", face, kProbeSize);
    ratio = Ink().height / kProbeSize;
  }
  return letter_px / ratio;
}

Rect Typesetter::Measure(const std::string& text, const Face& face, double letter_px) {
  const double size = SizeForLetter(face, letter_px);
  Set(text, face, size);
  return Ink();
}

void Typesetter::Paint(cairo_t* target, const std::string& text, const Face& face, double letter_px, Point at) {
  const double size = SizeForLetter(face, letter_px);
  Set(text, face, size);
  const Rect ink = Ink();
  cairo_move_to(target, at.x - ink.x, at.y - ink.y);
  pango_cairo_show_layout(target, layout_);
}

}  // namespace crossdock::hub
