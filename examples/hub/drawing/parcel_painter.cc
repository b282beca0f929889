#include "hub/drawing/parcel_painter.h"

#include <opencv2/imgproc.hpp>

#include "hub/drawing/canvas.h"
#include "hub/drawing/label.h"

namespace crossdock::hub {
namespace {

template <class Points>
void TracePath(cairo_t* cairo, const Points& points, Point offset = {}) {
  cairo_new_path(cairo);
  for (const Point& point : points) cairo_line_to(cairo, point.x + offset.x, point.y + offset.y);
  cairo_close_path(cairo);
}

void PaintBelt(cairo_t* cairo, const PictureSize& size, Dice& dice) {
  const double grey = dice.Uniform(0.16, 0.30);
  cairo_set_source_rgb(cairo, grey, grey, grey * 1.04);
  cairo_paint(cairo);
  const double spacing = dice.Uniform(26, 60);
  cairo_set_line_width(cairo, 3);
  cairo_set_source_rgba(cairo, 0, 0, 0, 0.25);
  for (double x = dice.Uniform(0, spacing); x < size.width; x += spacing) {
    cairo_move_to(cairo, x, 0);
    cairo_line_to(cairo, x, size.height);
  }
  cairo_stroke(cairo);
  cairo_set_source_rgb(cairo, 0.5, 0.51, 0.53);  // the belt's steel rails
  cairo_rectangle(cairo, 0, 0, size.width, size.height * 0.02);
  cairo_rectangle(cairo, 0, size.height * 0.98, size.width, size.height * 0.02);
  cairo_fill(cairo);
}

Colour RollCover(Shape shape, Dice& dice) {
  static constexpr Colour kCardboards[] = {
      {0.72, 0.56, 0.38}, {0.66, 0.50, 0.33}, {0.78, 0.64, 0.46}, {0.60, 0.46, 0.32}};
  static constexpr Colour kBags[] = {{0.75, 0.76, 0.78}, {0.30, 0.31, 0.34}, {0.45, 0.55, 0.66}, {0.70, 0.60, 0.42}};
  return shape == Shape::kIrregular ? dice.Pick(kBags) : dice.Pick(kCardboards);
}

void PaintUpperFace(cairo_t* cairo, const Pose& pose, const Colour& cover, Dice& dice) {
  const Canvas::Pattern light(cairo_pattern_create_linear(0, 0, pose.picture.width, pose.picture.height));
  const double near = dice.Uniform(0.92, 1.05);
  const double far = dice.Uniform(0.85, 1.0);
  cairo_pattern_add_color_stop_rgb(light.get(), 0, cover.red * near, cover.green * near, cover.blue * near);
  cairo_pattern_add_color_stop_rgb(light.get(), 1, cover.red * far, cover.green * far, cover.blue * far);
  TracePath(cairo, pose.outline);
  cairo_set_source(cairo, light.get());
  cairo_fill_preserve(cairo);
  cairo_set_source_rgba(cairo, 0.1, 0.07, 0.04, 0.6);
  cairo_set_line_width(cairo, 2);
  cairo_stroke(cairo);
}

void PaintTape(cairo_t* cairo, const Pose& pose, Dice& dice) {
  TracePath(cairo, pose.tape);
  cairo_set_source_rgba(cairo, 0.85, 0.78, 0.60, dice.Uniform(0.25, 0.5));
  cairo_fill(cairo);
}

/// Folds of a bag: pairs of a bright and a dark stroke.
void PaintFolds(cairo_t* cairo, const Pose& pose, Dice& dice) {
  cairo_save(cairo);
  TracePath(cairo, pose.outline);
  cairo_clip(cairo);
  for (int i = 0; i < 26; ++i) {
    const double x = dice.Uniform(0, pose.picture.width);
    const double y = dice.Uniform(0, pose.picture.height);
    const double dx = dice.Uniform(-150, 150);
    const double dy = dice.Uniform(-150, 150);
    const double bend = dice.Uniform(-50, 50);
    for (const bool bright : {true, false}) {
      cairo_set_source_rgba(cairo, bright, bright, bright, 0.18);
      cairo_set_line_width(cairo, dice.Uniform(3, 9));
      cairo_move_to(cairo, x, y + (bright ? 0 : 6));
      cairo_curve_to(cairo, x + dx / 3 + bend, y + dy / 3, x + dx * 2 / 3 + bend, y + dy * 2 / 3, x + dx, y + dy);
      cairo_stroke(cairo);
    }
  }
  cairo_restore(cairo);
}

/// Fibres of cardboard, dirt on rubber: smooth random brightness.
void AddTexture(cv::Mat& bgr, Dice& dice) {
  cv::RNG generator(dice.Next());
  cv::Mat coarse(bgr.rows / 3 + 1, bgr.cols / 3 + 1, CV_8UC1);
  generator.fill(coarse, cv::RNG::NORMAL, 128, 14);
  cv::Mat fine;
  cv::resize(coarse, fine, bgr.size(), 0, 0, cv::INTER_LINEAR);
  for (int y = 0; y < bgr.rows; ++y) {
    auto* pixel = bgr.ptr<uint8_t>(y);
    const auto* shade = fine.ptr<uint8_t>(y);
    for (int x = 0; x < bgr.cols; ++x) {
      for (int channel = 0; channel < 3; ++channel, ++pixel)
        *pixel = cv::saturate_cast<uint8_t>(*pixel + (shade[x] - 128) / 2);
    }
  }
}

}  // namespace

cv::Mat PaintParcel(const Pose& pose, Shape shape, Dice& dice) {
  cv::Mat bgra(pose.picture.height, pose.picture.width, CV_8UC4);
  {
    Canvas canvas(bgra);
    cairo_t* cairo = canvas.Get();
    PaintBelt(cairo, pose.picture, dice);
    const Colour cover = RollCover(shape, dice);
    TracePath(cairo, pose.outline, {pose.side.x * 1.5 + 8, pose.side.y * 1.5});
    cairo_set_source_rgba(cairo, 0, 0, 0, 0.35);  // the parcel's shadow
    cairo_fill(cairo);
    for (double depth = 1; depth > 0; depth -= 0.1) {  // the side, as a stack of slices
      TracePath(cairo, pose.outline, {pose.side.x * depth, pose.side.y * depth});
      cairo_set_source_rgb(cairo, cover.red * 0.55, cover.green * 0.55, cover.blue * 0.55);
      cairo_fill(cairo);
    }
    PaintUpperFace(cairo, pose, cover, dice);
    if (shape == Shape::kIrregular) {
      PaintFolds(cairo, pose, dice);
    } else if (dice.Chance(0.7)) {
      PaintTape(cairo, pose, dice);
    }
  }
  cv::Mat bgr;
  cv::cvtColor(bgra, bgr, cv::COLOR_BGRA2BGR);
  AddTexture(bgr, dice);
  return bgr;
}

}  // namespace crossdock::hub
