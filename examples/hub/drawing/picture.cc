#include "hub/drawing/picture.h"

#include <cmath>

#include <fmt/format.h>
#include <opencv2/imgproc.hpp>
#include <turbojpeg.h>

#include "hub/drawing/camera.h"
#include "hub/drawing/label_painter.h"
#include "hub/drawing/parcel_painter.h"

namespace crossdock::hub {
namespace {

/// Lays the printed label onto the parcel as the camera sees it.
void StickLabel(cv::Mat& picture, const cv::Mat& label_bgra, const Homography& label_to_picture) {
  cv::Mat label;
  cv::cvtColor(label_bgra, label, cv::COLOR_BGRA2BGR);
  // The camera has half the print's resolution: its pixels average, as a bilinear look-up alone would not.
  cv::GaussianBlur(label, label, cv::Size(3, 3), 0.7);
  // OpenCV counts from pixel centres, the geometry here from pixel corners.
  const Homography dots_to_label{
      {1 / kInkPerPixel, 0, 0.5 / kInkPerPixel, 0, 1 / kInkPerPixel, 0.5 / kInkPerPixel, 0, 0, 1}};
  const Homography to_centres{{1, 0, -0.5, 0, 1, -0.5, 0, 0, 1}};
  const Homography whole = Compose(to_centres, Compose(label_to_picture, dots_to_label));
  cv::warpPerspective(label, picture, cv::Mat(3, 3, CV_64FC1, const_cast<double*>(whole.m.data())), picture.size(),
                      cv::INTER_LINEAR, cv::BORDER_TRANSPARENT);
}

PictureTruth TruthOf(const Label& label, const Pose& pose) {
  PictureTruth truth;
  truth.width = pose.picture.width;
  truth.height = pose.picture.height;
  for (const PlacedSymbol& symbol : label.block.symbols) {
    truth.codes.push_back({symbol.symbol.text, symbol.symbol.format, pose.label_to_picture.Map(symbol.rect.Corners())});
  }
  for (const PlacedText& text : label.block.texts) {
    const Quad quad = text.ink.Corners();
    truth.lines.push_back({text.text, std::string(text.face.family) + (text.face.bold ? " Bold" : ""),
                           text.letter_px * pose.label_to_picture.VerticalScaleAt(Centre(quad)),
                           pose.label_to_picture.Map(quad)});
  }
  return truth;
}

Result<std::vector<unsigned char>> Compress(const cv::Mat& bgr, int quality) {
  tjhandle compressor = tjInitCompress();
  unsigned char* bytes = nullptr;
  unsigned long size = 0;
  const int failed = tjCompress2(compressor, bgr.data, bgr.cols, static_cast<int>(bgr.step[0]), bgr.rows, TJPF_BGR,
                                 &bytes, &size, TJSAMP_420, quality, TJFLAG_ACCURATEDCT);
  std::vector<unsigned char> jpeg;
  if (failed == 0) jpeg.assign(bytes, bytes + size);
  const std::string reason = failed == 0 ? "" : tjGetErrorStr2(compressor);
  tjFree(bytes);
  tjDestroy(compressor);
  if (failed != 0) return Error{ErrorCode::kInternal, "the picture could not be compressed: " + reason};
  return jpeg;
}

}  // namespace

Result<DrawnPicture> DrawPicture(Typesetter& typesetter, uint64_t seed, int index) {
  Dice dice = Dice::ForPicture(seed, index);
  const Stratum stratum = StratumOf(index);
  const Shape shape = ShapeOf(index);
  const Waybill waybill = RollWaybill(dice);
  const PictureSize room = MostLabelSize(stratum.line, shape);
  auto label = LayOutLabel(typesetter, waybill, shape, room.width, room.height, dice);
  if (!label) return label.error();
  const Pose pose = RollPose(stratum.line, shape, label->block.width, label->block.height, dice);

  DrawnPicture drawn;
  drawn.label = PaintLabel(typesetter, *label);
  drawn.label_to_picture = pose.label_to_picture;
  cv::Mat picture = PaintParcel(pose, shape, dice);
  StickLabel(picture, drawn.label, pose.label_to_picture);
  const Quad label_quad = pose.label_to_picture.Map(Rect{0, 0, label->block.width, label->block.height}.Corners());
  const Exposure exposure = RollExposure(stratum, pose.picture, label_quad, dice);
  Expose(picture, exposure, dice);
  auto jpeg = Compress(picture, exposure.jpeg_quality);
  if (!jpeg) return jpeg.error();

  drawn.jpeg = std::move(*jpeg);
  drawn.truth = TruthOf(*label, pose);
  drawn.truth.stratum = stratum;
  drawn.truth.shape = shape;
  drawn.truth.jpeg_quality = exposure.jpeg_quality;
  drawn.truth.picture = fmt::format("{:04}-{}-{}-{}-{}.jpg", index, Name(stratum.line), Name(stratum.light),
                                    Name(stratum.weather), Name(shape));
  return drawn;
}

}  // namespace crossdock::hub
