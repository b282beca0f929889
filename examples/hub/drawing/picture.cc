#include "hub/drawing/picture.h"

#include <fmt/format.h>

#include "hub/drawing/camera.h"
#include "hub/drawing/jpeg.h"
#include "hub/drawing/label_painter.h"
#include "hub/drawing/parcel_painter.h"
#include "hub/drawing/stick_label.h"

namespace crossdock::hub {
namespace {

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
  auto jpeg = CompressJpeg(picture, exposure.jpeg_quality);
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
