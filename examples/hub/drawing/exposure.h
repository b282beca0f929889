#pragma once

#include <vector>

#include "hub/drawing/dice.h"
#include "hub/drawing/geometry.h"
#include "hub/drawing/pose.h"
#include "hub/drawing/stratum.h"

namespace crossdock::hub {

/// A lamp mirrored in the label's gloss: an ellipse of added white, 0 at its rim and `strength` (of full white) in its middle.
struct Glare {
  Point centre;
  double radius_x = 0;
  double radius_y = 0;
  double strength = 0;
};

/// Everything that happens to a picture between the parcel and the file.
struct Exposure {
  double gain = 1;            // brightness
  double red = 1, blue = 1;   // colour of the light against green
  double gradient = 0;        // brightness lost from one side of the picture to the other, as a part
  double gradient_angle = 0;  // radians
  double vignette = 0;        // brightness lost in the corners
  std::vector<Glare> glares;
  int wet_patches = 0;      // dark spots on paper and cardboard
  int drops = 0;            // on the camera's window
  double blur_sigma = 0.5;  // pixels
  double motion_px = 0;     // length of the smear along the belt
  double noise_sigma = 2;   // of 255
  int jpeg_quality = 85;
};

/// By day the belt hall is bright; at night gain rises and so do noise and smear; glare adds one or two mirrored lamps near `label`.
/// Rain wets parcel and window. Line A sends JPEG of quality 78-92, B 62-85, C (the oldest) 40-70.
Exposure RollExposure(const Stratum& stratum, const PictureSize& size, const Quad& label, Dice& dice);

}  // namespace crossdock::hub
