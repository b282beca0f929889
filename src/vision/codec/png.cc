#include <string>

#include <png.h>

#include "vision/codec/alpha.h"
#include "vision/codec/codec.h"
#include "vision/codec/exif.h"

namespace crossdock::vision::codec {
namespace {
constexpr size_t kHeaderAt = 8;  // behind the signature
constexpr uint32_t kPalette = 3;
constexpr uint32_t kColourBit = 2;
constexpr uint32_t kAlphaBit = 4;

/// Walks the chunks (length, name, data, checksum) up to the end of what is there.
struct Extras {
  bool transparency = false;
  int orientation = 1;
};

Extras ReadExtras(const ByteReader& reader) {
  Extras extras;
  for (size_t at = kHeaderAt; at < reader.size();) {
    const auto length = reader.U32(at);
    if (!length || at + 12 > reader.size() || *length > reader.size() - at - 12) break;
    if (reader.StartsWith("tRNS", at + 4)) extras.transparency = true;
    if (reader.StartsWith("eXIf", at + 4))
      extras.orientation = ExifOrientation(reader.bytes().subspan(at + 8, *length));
    at += size_t{*length} + 12;
  }
  return extras;
}

/// libpng's own memory reader, which keeps its long jumps to itself.
class PngImage {
 public:
  PngImage() { image_.version = PNG_IMAGE_VERSION; }
  ~PngImage() { png_image_free(&image_); }
  PngImage(const PngImage&) = delete;
  PngImage& operator=(const PngImage&) = delete;
  png_image& get() { return image_; }
  Error Failure() const { return BadPicture(std::string("PNG: ") + image_.message); }

 private:
  png_image image_{};
};
}  // namespace

Result<PictureInfo> ProbePng(Bytes bytes) {
  const ByteReader reader(bytes, ByteReader::Order::kBig);
  const auto width = reader.U32(16);
  const auto height = reader.U32(20);
  const auto bits = reader.U8(24);
  const auto colour = reader.U8(25);
  if (!reader.StartsWith("IHDR", 12) || !width || !height || !bits || !colour) {
    return BadPicture("PNG: the header is cut off or does not come first");
  }
  if (*width == 0 || *height == 0 || *width > INT32_MAX || *height > INT32_MAX) {
    return BadPicture("PNG: the header gives an impossible size");
  }
  const Extras extras = ReadExtras(reader);
  return PictureInfo{.format = PictureFormat::kPng,
                     .width = static_cast<int>(*width),
                     .height = static_cast<int>(*height),
                     .channels = (*colour & kColourBit) != 0 ? 3 : 1,
                     .bits = static_cast<int>(*bits),
                     .has_alpha = extras.transparency || (*colour != kPalette && (*colour & kAlphaBit) != 0),
                     .exif_orientation = extras.orientation};
}

Result<Pixels> DecodePng(Bytes bytes, const PictureInfo& info) {
  PngImage png;
  if (png_image_begin_read_from_memory(&png.get(), bytes.data(), bytes.size()) == 0) return png.Failure();
  png.get().flags |= PNG_IMAGE_FLAG_16BIT_sRGB;
  if (static_cast<int>(png.get().width) != info.width || static_cast<int>(png.get().height) != info.height) {
    return BadPicture("PNG: two headers that disagree");
  }
  const bool alpha = (png.get().format & PNG_FORMAT_FLAG_ALPHA) != 0;
  const bool colour = (png.get().format & PNG_FORMAT_FLAG_COLOR) != 0;
  png.get().format = alpha ? PNG_FORMAT_RGBA : colour ? PNG_FORMAT_RGB : PNG_FORMAT_GRAY;
  Image image(info.width, info.height, alpha ? 4 : colour ? 3 : 1);
  const auto stride = static_cast<png_int_32>(image.stride_bytes());
  if (png_image_finish_read(&png.get(), nullptr, image.mutable_row(0), stride, nullptr) == 0) return png.Failure();
  return Pixels{alpha ? LayOnBackground(image) : std::move(image)};
}

}  // namespace crossdock::vision::codec
