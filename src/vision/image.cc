#include "vision/image.h"

#include <new>

namespace crossdock::vision {
namespace {
constexpr size_t kAlignment = 64;
}

Image::Image(int width, int height, int channels) : width_(width), height_(height), channels_(channels) {
  const size_t row = static_cast<size_t>(width) * static_cast<size_t>(channels);
  stride_bytes_ = (row + kAlignment - 1) / kAlignment * kAlignment;
  const size_t size = stride_bytes_ * static_cast<size_t>(height) + kAlignment;
  auto* memory = static_cast<uint8_t*>(::operator new(size, std::align_val_t{kAlignment}));
  pixels_ = {memory, [](uint8_t* p) { ::operator delete(p, std::align_val_t{kAlignment}); }};
}

Image ToGrey(const Image& image) {
  if (image.channels() == 1) return image;
  Image grey(image.width(), image.height(), 1);
  for (int y = 0; y < image.height(); ++y) {
    const uint8_t* in = image.row(y);
    uint8_t* out = grey.mutable_row(y);
    for (int x = 0; x < image.width(); ++x, in += 3) {
      // 0.299 R + 0.587 G + 0.114 B in 1/256 steps, rounded.
      out[x] = static_cast<uint8_t>((77u * in[0] + 150u * in[1] + 29u * in[2] + 128u) >> 8);
    }
  }
  return grey;
}

}  // namespace crossdock::vision
