#include <memory>
#include <string>

#include <turbojpeg.h>

#include "vision/codec/codec.h"
#include "vision/codec/jpeg_markers.h"

namespace crossdock::vision::codec {
namespace {
constexpr int kMaxScans = 64;  // a usual progressive file has 10; each costs a walk over the whole picture

struct Destroy {
  void operator()(void* handle) const { tjDestroy(handle); }
};
using Decompressor = std::unique_ptr<void, Destroy>;

/// Ink to light. Adobe's programs store the inks inverted.
Image RgbFromCmyk(const Image& cmyk, bool inverted) {
  Image rgb(cmyk.width(), cmyk.height(), 3);
  for (int y = 0; y < cmyk.height(); ++y) {
    const uint8_t* in = cmyk.row(y);
    uint8_t* out = rgb.mutable_row(y);
    for (int x = 0; x < cmyk.width(); ++x, in += 4, out += 3) {
      const unsigned key = inverted ? in[3] : 255u - in[3];
      for (int c = 0; c < 3; ++c) out[c] = static_cast<uint8_t>(((inverted ? in[c] : 255u - in[c]) * key + 127) / 255);
    }
  }
  return rgb;
}

Error Failure(tjhandle handle) { return BadPicture(std::string("JPEG: ") + tjGetErrorStr2(handle)); }
}  // namespace

Result<PictureInfo> ProbeJpeg(Bytes bytes) {
  const auto markers = ReadJpegMarkers(bytes);
  if (!markers) return markers.error();
  if (markers->bits != 8)
    return BadPicture("JPEG: " + std::to_string(markers->bits) + " bits a channel are not read, only 8");
  return PictureInfo{.format = PictureFormat::kJpeg,
                     .width = markers->width,
                     .height = markers->height,
                     .channels = markers->components,
                     .bits = markers->bits,
                     .exif_orientation = markers->orientation};
}

Result<Pixels> DecodeJpeg(Bytes bytes, const PictureInfo& info, int denominator, bool grey) {
  const auto markers = ReadJpegMarkers(bytes);
  if (!markers) return markers.error();
  const JpegScans scans = CountJpegScans(bytes, markers->scan_at);
  if (!scans.ended) return BadPicture("JPEG: the picture is cut off");
  if (scans.count > kMaxScans)
    return BadPicture("JPEG: " + std::to_string(scans.count) + " scans, more than anybody needs");

  const Decompressor handle(tjInitDecompress());
  if (!handle) return Error{ErrorCode::kResourceExhausted, "JPEG: no memory", "picture", Reason::kMemory};
  const auto* data = reinterpret_cast<const unsigned char*>(bytes.data());
  int width = 0;
  int height = 0;
  int subsampling = 0;
  int colours = 0;
  if (tjDecompressHeader3(handle.get(), data, bytes.size(), &width, &height, &subsampling, &colours) != 0)
    return Failure(handle.get());
  if (width != info.width || height != info.height) return BadPicture("JPEG: two headers that disagree");

  const bool cmyk = colours == TJCS_CMYK || colours == TJCS_YCCK;
  const bool one = !cmyk && (grey || colours == TJCS_GRAY);
  Image image((width + denominator - 1) / denominator, (height + denominator - 1) / denominator,
              cmyk  ? 4
              : one ? 1
                    : 3);
  const int status = tjDecompress2(handle.get(), data, bytes.size(), image.mutable_row(0), image.width(),
                                   static_cast<int>(image.stride_bytes()), image.height(),
                                   cmyk  ? TJPF_CMYK
                                   : one ? TJPF_GRAY
                                         : TJPF_RGB,
                                   TJFLAG_LIMITSCANS);
  if (status != 0 && tjGetErrorCode(handle.get()) != TJERR_WARNING) return Failure(handle.get());
  return Pixels{cmyk ? RgbFromCmyk(image, markers->adobe) : std::move(image), denominator, status != 0};
}

}  // namespace crossdock::vision::codec
