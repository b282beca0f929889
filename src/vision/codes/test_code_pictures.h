#pragma once

#include <string>
#include <string_view>

#include <ZXing/CreateBarcode.h>
#include <ZXing/WriteBarcode.h>
#include <opencv2/imgproc.hpp>

#include "vision/image.h"
#include "vision/mat.h"

/// Codes drawn by the library's writer, and what a camera does to them: for this module's tests and benches.
namespace crossdock::vision::codes::testing {

/// One pixel a module (MaxiCode: several), dark on white, with its quiet zone. Throws what the library throws.
inline cv::Mat DrawModules(std::string_view format, std::string_view contents) {
  const auto code =
      ZXing::CreateBarcodeFromText(contents, ZXing::CreatorOptions(ZXing::BarcodeFormatFromString(format)));
  const auto drawn = ZXing::WriteBarcodeToImage(code, ZXing::WriterOptions().scale(1).addQuietZones(true));
  return cv::Mat(drawn.height(), drawn.width(), CV_8U, const_cast<uint8_t*>(drawn.data()),
                 static_cast<size_t>(drawn.rowStride()))
      .clone();
}

/// How a code comes into a picture.
struct Camera {
  double module = 3;  ///< pixels
  double degrees = 0;
  double blur = 0;  ///< standard deviation in modules
  double dark = 20;
  double bright = 235;
  double noise = 0;      ///< standard deviation in grey steps
  uint64_t grain = 1;    ///< where the noise begins
  double displaced = 0;  ///< of the module raster against that of the pixels, 0..1
};

inline Image ToImage(const cv::Mat& pixels) {
  Image image(pixels.cols, pixels.rows, 1);
  cv::Mat target = MatOf(image);
  pixels.copyTo(target);
  return image;
}

/// The code in the middle of a bright picture a little larger than itself.
inline Image Photograph(const cv::Mat& modules, const Camera& camera) {
  constexpr int kFine = 4;  // fine pixels a pixel: the sensor's squares average over bars' edges
  const double scale = camera.module * kFine;
  const double reach = std::hypot(modules.cols, modules.rows) * camera.module + 24;
  const bool upright = camera.degrees == 0;
  const cv::Size size(static_cast<int>(upright ? modules.cols * camera.module + 24 : reach),
                      static_cast<int>(upright ? modules.rows * camera.module + 24 : reach));
  const cv::Point2d middle(modules.cols / 2.0, modules.rows / 2.0);
  cv::Mat map = cv::getRotationMatrix2D(cv::Point2f(0, 0), camera.degrees, scale);
  const cv::Point2d shift(size.width * kFine / 2.0 + camera.displaced * kFine,
                          size.height * kFine / 2.0 + camera.displaced * kFine);
  map.at<double>(0, 2) = shift.x - map.at<double>(0, 0) * middle.x - map.at<double>(0, 1) * middle.y;
  map.at<double>(1, 2) = shift.y - map.at<double>(1, 0) * middle.x - map.at<double>(1, 1) * middle.y;
  cv::Mat fine;
  cv::warpAffine(modules, fine, map, size * kFine, cv::INTER_NEAREST, cv::BORDER_CONSTANT, cv::Scalar(255));
  cv::Mat pixels;
  cv::resize(fine, pixels, size, 0, 0, cv::INTER_AREA);
  pixels.convertTo(pixels, CV_32F, (camera.bright - camera.dark) / 255, camera.dark);
  if (camera.blur > 0) cv::GaussianBlur(pixels, pixels, {}, camera.blur * camera.module);
  if (camera.noise > 0) {
    cv::RNG random(camera.grain);
    cv::Mat noise(pixels.size(), CV_32F);
    random.fill(noise, cv::RNG::NORMAL, 0, camera.noise);
    pixels += noise;
  }
  pixels.convertTo(pixels, CV_8U);
  return ToImage(pixels);
}

/// Drawn and photographed at once.
inline Image PictureOf(std::string_view format, std::string_view contents, const Camera& camera = {}) {
  return Photograph(DrawModules(format, contents), camera);
}

}  // namespace crossdock::vision::codes::testing
