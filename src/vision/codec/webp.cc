#include <webp/decode.h>

#include "vision/codec/alpha.h"
#include "vision/codec/codec.h"
#include "vision/codec/exif.h"

namespace crossdock::vision::codec {
namespace {
const uint8_t* Data(Bytes bytes) { return reinterpret_cast<const uint8_t*>(bytes.data()); }

/// Walks the RIFF chunks (name, length, data, padded to even) for EXIF.
int Orientation(Bytes bytes) {
  const ByteReader reader(bytes, ByteReader::Order::kLittle);
  for (size_t at = 12; at < reader.size();) {
    const auto length = reader.U32(at + 4);
    if (!length || *length > reader.size() - at - 8) break;
    if (reader.StartsWith("EXIF", at)) return ExifOrientation(bytes.subspan(at + 8, *length));
    at += 8 + size_t{*length} + (*length & 1u);
  }
  return 1;
}

Error Failure(VP8StatusCode status) {
  switch (status) {
    case VP8_STATUS_NOT_ENOUGH_DATA:
    case VP8_STATUS_SUSPENDED: return BadPicture("WebP: the picture is cut off");
    case VP8_STATUS_UNSUPPORTED_FEATURE: return BadPicture("WebP: a variety that is not read");
    case VP8_STATUS_OUT_OF_MEMORY:
      return Error{ErrorCode::kResourceExhausted, "WebP: no memory", "picture", Reason::kMemory};
    default: return BadPicture("WebP: the picture is broken");
  }
}
}  // namespace

Result<PictureInfo> ProbeWebp(Bytes bytes) {
  WebPBitstreamFeatures features;
  const VP8StatusCode status = WebPGetFeatures(Data(bytes), bytes.size(), &features);
  if (status != VP8_STATUS_OK) return Failure(status);
  if (features.has_animation != 0) return BadPicture("WebP: animations are not read");
  return PictureInfo{.format = PictureFormat::kWebp,
                     .width = features.width,
                     .height = features.height,
                     .has_alpha = features.has_alpha != 0,
                     .exif_orientation = Orientation(bytes)};
}

Result<Pixels> DecodeWebp(Bytes bytes, const PictureInfo& info) {
  WebPDecoderConfig config;
  if (WebPInitDecoderConfig(&config) == 0)
    return Error{ErrorCode::kInternal, "WebP: another version of the library than built for"};
  Image image(info.width, info.height, info.has_alpha ? 4 : 3);
  config.output.colorspace = info.has_alpha ? MODE_RGBA : MODE_RGB;
  config.output.is_external_memory = 1;
  config.output.u.RGBA.rgba = image.mutable_row(0);
  config.output.u.RGBA.stride = static_cast<int>(image.stride_bytes());
  config.output.u.RGBA.size = image.stride_bytes() * static_cast<size_t>(info.height);
  const VP8StatusCode status = WebPDecode(Data(bytes), bytes.size(), &config);
  WebPFreeDecBuffer(&config.output);
  if (status != VP8_STATUS_OK) return Failure(status);
  return Pixels{info.has_alpha ? LayOnBackground(image) : std::move(image)};
}

}  // namespace crossdock::vision::codec
