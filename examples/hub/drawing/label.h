#pragma once

#include "base/result.h"
#include "hub/drawing/block.h"
#include "hub/drawing/dice.h"
#include "hub/drawing/stratum.h"
#include "hub/drawing/waybill.h"

namespace crossdock::hub {

/// Labels are printed at twice the resolution of the camera.
constexpr double kInkPerPixel = 2;

struct Colour {
  double red = 1, green = 1, blue = 1;
};

/// A label ready to be printed.
struct Label {
  Block block;
  Colour paper{1, 1, 1};
  Colour ink{0.06, 0.06, 0.07};
  Colour field{0.06, 0.06, 0.07};  // behind white letters
};

/// Lays a waybill out for the room that a parcel of `shape` offers; letters and modules shrink until it fits, never below 14 px
/// letters and 2 px modules.
/// errors    kInvalidArgument if a code cannot be encoded
Result<Label> LayOutLabel(Typesetter& typesetter, const Waybill& waybill, Shape shape, double most_width,
                          double most_height, Dice& dice);

}  // namespace crossdock::hub
