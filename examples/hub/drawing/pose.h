#pragma once

#include <vector>

#include "hub/drawing/dice.h"
#include "hub/drawing/geometry.h"
#include "hub/drawing/stratum.h"

namespace crossdock::hub {

struct PictureSize {
  int width = 0;
  int height = 0;
};

/// How many pixels the camera of a line has: A 1280 × 960, B 1440 × 1080, C 1600 × 1200.
PictureSize CameraSize(SortingLine line);

/// The largest label that a parcel of `shape` has room for in front of that camera.
PictureSize MostLabelSize(SortingLine line, Shape shape);

/// Where a parcel lies and how the camera sees it.
struct Pose {
  PictureSize picture;
  Homography label_to_picture;  // label pixels → picture pixels
  std::vector<Point> outline;   // of the parcel's upper face, in the picture
  Quad tape{};                  // a strip of tape across it, in the picture
  Point side;                   // offset of the face seen from the side
};

/// Tilted by up to 8 degrees and seen from slightly aside, most so on line B. Line C scans long parcels row by row: its picture ends
/// with the parcel. The whole label lies inside the picture.
Pose RollPose(SortingLine line, Shape shape, double label_width, double label_height, Dice& dice);

}  // namespace crossdock::hub
