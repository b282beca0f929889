#include "vision/codec/alpha.h"

namespace crossdock::vision::codec {
namespace {
constexpr unsigned kLight = 170;  // mean luminance above which white would swallow a drawing

uint8_t Background(const Image& rgba) {
  uint64_t alpha_sum = 0;
  uint64_t weighted = 0;
  for (int y = 0; y < rgba.height(); ++y) {
    const uint8_t* in = rgba.row(y);
    for (int x = 0; x < rgba.width(); ++x, in += 4) {
      alpha_sum += in[3];
      weighted += uint64_t{in[3]} * ((77u * in[0] + 150u * in[1] + 29u * in[2]) >> 8);
    }
  }
  const uint64_t opaque = uint64_t{255} * static_cast<uint64_t>(rgba.width()) * static_cast<uint64_t>(rgba.height());
  return alpha_sum > 0 && alpha_sum * 2 < opaque && weighted > alpha_sum * kLight ? 0 : 255;
}
}  // namespace

Image LayOnBackground(const Image& rgba) {
  const unsigned background = Background(rgba);
  Image out(rgba.width(), rgba.height(), 3);
  for (int y = 0; y < rgba.height(); ++y) {
    const uint8_t* in = rgba.row(y);
    uint8_t* to = out.mutable_row(y);
    for (int x = 0; x < rgba.width(); ++x, in += 4, to += 3) {
      const unsigned alpha = in[3];
      const unsigned rest = (255 - alpha) * background + 127;
      for (int c = 0; c < 3; ++c) to[c] = static_cast<uint8_t>((in[c] * alpha + rest) / 255);
    }
  }
  return out;
}

}  // namespace crossdock::vision::codec
