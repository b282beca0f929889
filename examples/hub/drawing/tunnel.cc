#include "hub/drawing/tunnel.h"

#include <algorithm>
#include <optional>

#include <opencv2/imgproc.hpp>

#include "hub/drawing/camera.h"
#include "hub/drawing/jpeg.h"
#include "hub/drawing/label_painter.h"
#include "hub/drawing/parcel_painter.h"
#include "hub/drawing/pose.h"
#include "hub/drawing/stick_label.h"

namespace crossdock::hub {
namespace {

constexpr double kNeighbourReach = 0.12;  // of the picture's width, that the neighbour's label takes at its right edge

struct TrackedLabel {
  std::string tracking;
  double width = 0;
  double height = 0;
  cv::Mat print;
};

/// A waybill whose tracking number is a Code 128, as a tunnel is set up to expect: rolled until it comes.
Result<TrackedLabel> RollTrackedLabel(Typesetter& typesetter, Shape shape, const PictureSize& room, Dice& dice) {
  for (;;) {
    const Waybill waybill = RollWaybill(dice);
    const auto label = LayOutLabel(typesetter, waybill, shape, room.width, room.height, dice);
    if (!label) return label.error();
    const Symbol& first = label->block.symbols.front().symbol;
    if (first.format != "Code 128" || first.text != waybill.tracking) continue;
    return TrackedLabel{waybill.tracking, label->block.width, label->block.height, PaintLabel(typesetter, *label)};
  }
}

SortingLine LineOf(std::size_t camera) { return camera == 0 || camera == 3 ? SortingLine::kA : SortingLine::kB; }

/// The neighbour's parcel reaches into the picture from the right, turned a quarter, its label in sight.
void PaintNeighbour(cv::Mat& picture, const TrackedLabel& label, Dice& dice) {
  const double scale = std::min(1.0, kNeighbourReach * picture.cols / label.height);
  const double left = picture.cols - label.height * scale - 4;
  const double top = (picture.rows - label.width * scale) * dice.Uniform(0.3, 0.7);
  const int face = std::max(0, static_cast<int>(left) - 14);
  cv::rectangle(picture, cv::Rect(face, 0, picture.cols - face, picture.rows), cv::Scalar(70, 108, 140), cv::FILLED);
  // (x, y) of the label comes to lie at (left + height − y, top + x).
  StickLabel(picture, label.print, {{0, -scale, left + label.height * scale, scale, 0, top, 0, 0, 1}});
}

Result<TunnelPicture> TakePicture(std::size_t camera, const TrackedLabel& own, const TrackedLabel* neighbour,
                                  const Stratum& light, Dice& dice) {
  Stratum stratum = light;
  stratum.line = LineOf(camera);
  const Pose pose = RollPose(stratum.line, Shape::kRegular, own.width, own.height, dice);
  cv::Mat picture = PaintParcel(pose, Shape::kRegular, dice);
  if (neighbour != nullptr) PaintNeighbour(picture, *neighbour, dice);
  if (kTunnelCameras[camera] != "front") StickLabel(picture, own.print, pose.label_to_picture);
  const Quad quad = pose.label_to_picture.Map(Rect{0, 0, own.width, own.height}.Corners());
  const Exposure exposure = RollExposure(stratum, pose.picture, quad, dice);
  Expose(picture, exposure, dice);
  auto jpeg = CompressJpeg(picture, exposure.jpeg_quality);
  if (!jpeg) return jpeg.error();
  return TunnelPicture{std::string(kTunnelCameras[camera]), *std::move(jpeg)};
}

}  // namespace

Result<TunnelParcel> DrawTunnelParcel(Typesetter& typesetter, uint64_t seed, int index) {
  Dice dice = Dice::ForPicture(seed, index);
  const auto own =
      RollTrackedLabel(typesetter, Shape::kIrregular, MostLabelSize(SortingLine::kA, Shape::kIrregular), dice);
  if (!own) return own.error();
  const auto beside = RollTrackedLabel(typesetter, Shape::kLong, MostLabelSize(SortingLine::kB, Shape::kLong), dice);
  if (!beside) return beside.error();
  TunnelParcel parcel{own->tracking, beside->tracking, {}};
  for (std::size_t camera = 0; camera < kTunnelCameras.size(); ++camera) {
    const bool right = kTunnelCameras[camera] == "right";
    auto picture = TakePicture(camera, *own, right ? &*beside : nullptr, StratumOf(index), dice);
    if (!picture) return picture.error();
    parcel.pictures.push_back(*std::move(picture));
  }
  return parcel;
}

}  // namespace crossdock::hub
