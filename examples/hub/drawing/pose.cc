#include "hub/drawing/pose.h"

#include <algorithm>
#include <numbers>

namespace crossdock::hub {
namespace {

constexpr double kMostTiltDegrees = 8;
constexpr double kLabelMargin = 10;  // picture pixels between label and picture edge

Homography Shift(double dx, double dy) { return {{1, 0, dx, 0, 1, dy, 0, 0, 1}}; }
Homography Turn(double angle) {
  return {{std::cos(angle), -std::sin(angle), 0, std::sin(angle), std::cos(angle), 0, 0, 0, 1}};
}
Homography Scale(double factor) { return {{factor, 0, 0, 0, factor, 0, 0, 0, 1}}; }
Homography Recede(double x, double y) { return {{1, 0, 0, 0, 1, 0, x, y, 1}}; }

struct Bounds {
  double left = 1e9, top = 1e9, right = -1e9, bottom = -1e9;
  void Add(Point p) {
    left = std::min(left, p.x);
    right = std::max(right, p.x);
    top = std::min(top, p.y);
    bottom = std::max(bottom, p.y);
  }
};

Bounds BoundsOf(const Quad& quad) {
  Bounds bounds;
  for (const Point& corner : quad) bounds.Add(corner);
  return bounds;
}

/// The parcel's upper face around its label, in label pixels.
Rect RollFace(Shape shape, double label_width, double label_height, const PictureSize& camera, Dice& dice) {
  double width = label_width * dice.Uniform(1.12, 1.45);
  double height = label_height * dice.Uniform(1.12, 1.45);
  if (shape == Shape::kLong) {
    height = label_height * dice.Uniform(1.1, 1.25);
    width = std::max(label_width * 1.05, std::min(height * 6, camera.width * 0.98));
  } else if (shape == Shape::kFlat) {
    width = std::max(label_width * 1.1, camera.width * dice.Uniform(0.7, 0.85));
    height = label_height * 1.12;
  } else if (shape == Shape::kSmall) {
    width = label_width * 1.06;
    height = label_height * 1.06;
  }
  const double slack_x = (width - label_width) / 2;
  const double slack_y = (height - label_height) / 2;
  return {-slack_x * dice.Uniform(0.4, 1.6), -slack_y * dice.Uniform(0.4, 1.6), width, height};
}

/// A bag: a closed curve that bulges around the face, sampled finely.
std::vector<Point> RollBulge(const Rect& face, Dice& dice) {
  constexpr int kSamples = 96;
  const double phase[3] = {dice.Uniform(0, 6.28), dice.Uniform(0, 6.28), dice.Uniform(0, 6.28)};
  std::vector<Point> outline;
  for (int i = 0; i < kSamples; ++i) {
    const double angle = 2 * std::numbers::pi * i / kSamples;
    const double wave = 0.10 * std::sin(2 * angle + phase[0]) + 0.08 * std::sin(3 * angle + phase[1]) +
                        0.05 * std::sin(5 * angle + phase[2]);
    // A superellipse of order 3 holds the label's corners better than an ellipse.
    const double c = std::cos(angle);
    const double s = std::sin(angle);
    const double radius = (1.25 + wave) / std::cbrt(std::pow(std::abs(c), 3) + std::pow(std::abs(s), 3));
    outline.push_back({face.x + face.width / 2 + face.width / 2 * radius * c,
                       face.y + face.height / 2 + face.height / 2 * radius * s});
  }
  return outline;
}

Homography RollView(SortingLine line, Dice& dice) {
  const double tilt = dice.Uniform(-kMostTiltDegrees, kMostTiltDegrees) * std::numbers::pi / 180;
  // Beyond 600 px from the centre, lines A and C foreshorten by up to 2 %, line B (a camera beside the belt) by up to 7 %.
  const double recede = line == SortingLine::kB ? 1.2e-4 : 3e-5;
  const Homography recession = Recede(dice.Uniform(-recede, recede), dice.Uniform(-recede, recede));
  return Compose(recession, Compose(Turn(tilt), Scale(dice.Uniform(0.96, 1.04))));
}

/// Moves (and, for an oversized label, shrinks) the view so that the label lies inside.
Homography Place(const Homography& centred, const Quad& label, const PictureSize& camera, Dice& dice) {
  Bounds bounds = BoundsOf(centred.Map(label));
  const double shrink = std::min({1.0, (camera.width - 2 * kLabelMargin) / (bounds.right - bounds.left),
                                  (camera.height - 2 * kLabelMargin) / (bounds.bottom - bounds.top)});
  const Homography sized = Compose(Scale(shrink), centred);
  bounds = BoundsOf(sized.Map(label));
  const double slack_x = camera.width - 2 * kLabelMargin - (bounds.right - bounds.left);
  const double slack_y = camera.height - 2 * kLabelMargin - (bounds.bottom - bounds.top);
  return Compose(Shift(kLabelMargin - bounds.left + slack_x * dice.Uniform(0.25, 0.75),
                       kLabelMargin - bounds.top + slack_y * dice.Uniform(0.25, 0.75)),
                 sized);
}

/// Cuts the picture to the rows that the parcel covers.
void CutToParcel(Pose& pose) {
  Bounds bounds;
  for (const Point& point : pose.outline) bounds.Add(point);
  const double top = std::max(0.0, bounds.top - 24);
  const double bottom = std::min<double>(pose.picture.height, bounds.bottom + 40);
  pose.picture.height = static_cast<int>(bottom - top);
  pose.label_to_picture = Compose(Shift(0, -top), pose.label_to_picture);
  for (Point& point : pose.outline) point.y -= top;
  for (Point& point : pose.tape) point.y -= top;
}

}  // namespace

PictureSize CameraSize(SortingLine line) {
  switch (line) {
    case SortingLine::kA: return {1280, 960};
    case SortingLine::kB: return {1440, 1080};
    default: return {1600, 1200};
  }
}

PictureSize MostLabelSize(SortingLine line, Shape shape) {
  const PictureSize camera = CameraSize(line);
  const auto part = [&](double of_width, double of_height) {
    return PictureSize{static_cast<int>(camera.width * of_width), static_cast<int>(camera.height * of_height)};
  };
  switch (shape) {
    case Shape::kLong: return part(0.80, 0.17);
    case Shape::kFlat: return part(0.70, 0.145);
    case Shape::kSmall: return {400, 300};
    case Shape::kIrregular: return part(0.58, 0.62);
    default: return part(0.78, 0.80);
  }
}

Pose RollPose(SortingLine line, Shape shape, double label_width, double label_height, Dice& dice) {
  Pose pose;
  pose.picture = CameraSize(line);
  const Rect face = RollFace(shape, label_width, label_height, pose.picture, dice);
  const Homography centred = Compose(RollView(line, dice), Shift(-label_width / 2, -label_height / 2));
  pose.label_to_picture = Place(centred, Rect{0, 0, label_width, label_height}.Corners(), pose.picture, dice);
  std::vector<Point> outline;
  if (shape == Shape::kIrregular) {
    outline = RollBulge(face, dice);
  } else {
    const Quad corners = face.Corners();
    outline.assign(corners.begin(), corners.end());
  }
  for (const Point& point : outline) pose.outline.push_back(pose.label_to_picture.Map(point));
  const double tape_height = face.height * dice.Uniform(0.1, 0.16);
  const double tape_y = face.y + (face.height - tape_height) * dice.Uniform(0.3, 0.7);
  pose.tape = pose.label_to_picture.Map(Rect{face.x, tape_y, face.width, tape_height}.Corners());
  const double depth = shape == Shape::kFlat ? 12 : shape == Shape::kSmall ? 22 : 34;
  pose.side = {dice.Uniform(-0.4, 0.4) * depth, depth};
  if (line == SortingLine::kC && shape == Shape::kLong) CutToParcel(pose);
  return pose;
}

}  // namespace crossdock::hub
