#pragma once

#include <cairo.h>

#include <memory>

#include <opencv2/core.hpp>

namespace crossdock::hub {

/// A cairo context that paints into a BGRA picture, which must outlive it and not be reallocated meanwhile.
class Canvas {
  struct Release {
    void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
    void operator()(cairo_t* context) const { cairo_destroy(context); }
    void operator()(cairo_pattern_t* pattern) const { cairo_pattern_destroy(pattern); }
  };

 public:
  using Pattern = std::unique_ptr<cairo_pattern_t, Release>;

  explicit Canvas(cv::Mat& bgra)
      : surface_(cairo_image_surface_create_for_data(bgra.data, CAIRO_FORMAT_RGB24, bgra.cols, bgra.rows,
                                                     static_cast<int>(bgra.step[0]))),
        context_(cairo_create(surface_.get())) {}
  cairo_t* Get() { return context_.get(); }

 private:
  std::unique_ptr<cairo_surface_t, Release> surface_;
  std::unique_ptr<cairo_t, Release> context_;
};

}  // namespace crossdock::hub
