#include "hub/drawing/exposure.h"

#include <algorithm>

namespace crossdock::hub {
namespace {

void RollDay(Exposure& exposure, Dice& dice) {
  exposure.gain = dice.Uniform(0.88, 1.06);
  exposure.gradient = dice.Uniform(0, 0.2);
  exposure.vignette = dice.Uniform(0, 0.1);
  exposure.blur_sigma = dice.Uniform(0.3, 0.6);
  exposure.noise_sigma = dice.Uniform(1.5, 3.5);
}

void RollNight(Exposure& exposure, Dice& dice) {
  exposure.gain = dice.Uniform(0.45, 0.65);
  exposure.red = dice.Uniform(1.02, 1.14);  // sodium lamps
  exposure.blue = dice.Uniform(0.78, 0.95);
  exposure.gradient = dice.Uniform(0.05, 0.35);
  exposure.vignette = dice.Uniform(0.1, 0.3);
  exposure.blur_sigma = dice.Uniform(0.4, 0.8);
  exposure.motion_px = dice.Uniform(0, 2.5);
  exposure.noise_sigma = dice.Uniform(4.5, 8);
}

void RollGlare(Exposure& exposure, const PictureSize& size, const Quad& label, Dice& dice) {
  RollDay(exposure, dice);
  exposure.gain *= 0.85;
  for (int i = dice.Int(1, 2); i > 0; --i) {
    const double u = dice.Uniform(0.1, 0.9);
    const double v = dice.Uniform(0.1, 0.9);
    Glare glare;
    glare.centre = {label[0].x + (label[1].x - label[0].x) * u + (label[3].x - label[0].x) * v,
                    label[0].y + (label[1].y - label[0].y) * u + (label[3].y - label[0].y) * v};
    glare.radius_x = size.width * dice.Uniform(0.08, 0.28);
    glare.radius_y = size.width * dice.Uniform(0.05, 0.16);
    glare.strength = dice.Uniform(0.35, 0.6);
    exposure.glares.push_back(glare);
  }
}

}  // namespace

Exposure RollExposure(const Stratum& stratum, const PictureSize& size, const Quad& label, Dice& dice) {
  Exposure exposure;
  exposure.gradient_angle = dice.Uniform(0, 6.28);
  switch (stratum.light) {
    case Light::kDay: RollDay(exposure, dice); break;
    case Light::kNight: RollNight(exposure, dice); break;
    case Light::kGlare: RollGlare(exposure, size, label, dice); break;
  }
  if (stratum.weather == Weather::kRain) {
    exposure.wet_patches = dice.Int(4, 12);
    exposure.drops = dice.Int(8, 22);
    exposure.blur_sigma += dice.Uniform(0.1, 0.3);
    exposure.gain *= dice.Uniform(0.85, 0.97);
  }
  switch (stratum.line) {
    case SortingLine::kA: exposure.jpeg_quality = dice.Int(78, 92); break;
    case SortingLine::kB: exposure.jpeg_quality = dice.Int(62, 85); break;
    case SortingLine::kC:
      exposure.jpeg_quality = dice.Int(40, 70);
      exposure.noise_sigma *= 1.2;
      break;
  }
  return exposure;
}

}  // namespace crossdock::hub
