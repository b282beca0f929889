#include "vision/decode.h"

#include <array>
#include <cstring>
#include <exception>
#include <new>
#include <optional>
#include <string>

#include "vision/codec/codec.h"
#include "vision/orientation.h"

namespace crossdock::vision {
namespace {
using codec::BadPicture;
using codec::Bytes;
using codec::Pixels;

std::optional<PictureFormat> Sniff(Bytes bytes) {
  const codec::ByteReader head(bytes, codec::ByteReader::Order::kBig);
  if (head.StartsWith("\xFF\xD8\xFF")) return PictureFormat::kJpeg;
  if (head.StartsWith("\x89PNG\r\n\x1A\n")) return PictureFormat::kPng;
  if (head.StartsWith("RIFF") && head.StartsWith("WEBP", 8)) return PictureFormat::kWebp;
  if (head.StartsWith("II*") || head.StartsWith("II+") || head.StartsWith(std::string_view("MM\0*", 4)) ||
      head.StartsWith(std::string_view("MM\0+", 4))) {
    return PictureFormat::kTiff;
  }
  if (head.StartsWith("BM")) return PictureFormat::kBmp;
  return std::nullopt;
}

Status CheckLimits(int64_t width, int64_t height, const DecodeLimits& limits) {
  if (width <= limits.max_side && height <= limits.max_side && width * height <= limits.max_pixels) return {};
  Error error = BadPicture("a picture of " + std::to_string(width) + " x " + std::to_string(height) +
                           " pixels is more than the limit of " + std::to_string(limits.max_pixels) + " pixels, " +
                           std::to_string(limits.max_side) + " a side");
  error.reason = Reason::kTooLarge;
  return error;
}

/// The largest of 1, 2, 4, 8 at which the decoded picture still covers what was asked for.
int CoveringDenominator(const PictureInfo& info, const DecodeOptions& options) {
  if (options.cover_width <= 0 && options.cover_height <= 0) return 1;
  const bool swap = options.apply_exif && info.swaps_sides();
  const int width = swap ? info.height : info.width;
  const int height = swap ? info.width : info.height;
  for (const int denominator : {8, 4, 2}) {
    if (width / denominator >= options.cover_width && height / denominator >= options.cover_height) return denominator;
  }
  return 1;
}

Result<Pixels> DecodeStored(Bytes bytes, const PictureInfo& info, const DecodeOptions& options) {
  switch (info.format) {
    case PictureFormat::kJpeg: return codec::DecodeJpeg(bytes, info, CoveringDenominator(info, options), options.grey);
    case PictureFormat::kPng: return codec::DecodePng(bytes, info);
    case PictureFormat::kWebp: return codec::DecodeWebp(bytes, info);
    case PictureFormat::kTiff: return codec::DecodeTiff(bytes, info);
    case PictureFormat::kBmp: return codec::DecodeBmp(bytes, info);
  }
  return Error{ErrorCode::kInternal, "a picture format without a decoder"};
}

Decoded Place(Pixels pixels, const PictureInfo& info, const DecodeOptions& options) {
  const int orientation = options.apply_exif ? info.exif_orientation : 1;
  const bool swap = orientation >= 5;
  Decoded decoded;
  decoded.info = info;
  decoded.full_width = swap ? info.height : info.width;
  decoded.full_height = swap ? info.width : info.height;
  decoded.damaged = pixels.damaged;
  const Image image = options.grey ? ToGrey(pixels.image) : std::move(pixels.image);
  decoded.image = Upright(image, orientation);
  decoded.scale_x = decoded.scale_y = pixels.scale;
  // A side that is no multiple of the scale ends in a part of a pixel. Turned over, that part comes first.
  if (FlipsX(orientation)) decoded.offset_x = decoded.full_width - decoded.image.width() * decoded.scale_x;
  if (FlipsY(orientation)) decoded.offset_y = decoded.full_height - decoded.image.height() * decoded.scale_y;
  return decoded;
}

template <class Work>
auto Contain(Work work) -> decltype(work()) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::kResourceExhausted, "no memory for the picture", "picture", Reason::kMemory};
  } catch (const std::exception& e) {
    return Error{ErrorCode::kInternal, std::string("decoding: ") + e.what(), "picture"};
  }
}
}  // namespace

const char* Name(PictureFormat format) {
  static constexpr std::array kNames = {"JPEG", "PNG", "WebP", "TIFF", "BMP"};
  return kNames[static_cast<size_t>(format)];
}

Result<PictureInfo> Probe(std::span<const std::byte> bytes) {
  const auto format = Sniff(bytes);
  if (!format) {
    return BadPicture(bytes.empty() ? "the picture is empty"
                                    : "not a JPEG, PNG, WebP, TIFF or BMP, by its first bytes");
  }
  switch (*format) {
    case PictureFormat::kJpeg: return codec::ProbeJpeg(bytes);
    case PictureFormat::kPng: return codec::ProbePng(bytes);
    case PictureFormat::kWebp: return codec::ProbeWebp(bytes);
    case PictureFormat::kTiff: return codec::ProbeTiff(bytes);
    case PictureFormat::kBmp: return codec::ProbeBmp(bytes);
  }
  return Error{ErrorCode::kInternal, "a picture format without a reader"};
}

Result<Decoded> Decode(std::span<const std::byte> bytes, const DecodeOptions& options) {
  return Contain([&]() -> Result<Decoded> {
    const auto info = Probe(bytes);
    if (!info) return info.error();
    if (auto status = CheckLimits(info->width, info->height, options.limits); !status) return status.error();
    auto pixels = DecodeStored(bytes, *info, options);
    if (!pixels) return pixels.error();
    return Place(std::move(*pixels), *info, options);
  });
}

Result<Decoded> DecodeRaw(std::span<const std::byte> bytes, const RawLayout& layout, const DecodeLimits& limits) {
  return Contain([&]() -> Result<Decoded> {
    if (layout.width <= 0 || layout.height <= 0 || (layout.channels != 1 && layout.channels != 3)) {
      return BadPicture("raw: width and height must be positive, channels 1 or 3");
    }
    if (auto status = CheckLimits(layout.width, layout.height, limits); !status) return status.error();
    const size_t row = static_cast<size_t>(layout.width) * static_cast<size_t>(layout.channels);
    const size_t stride = layout.stride_bytes == 0 ? row : layout.stride_bytes;
    const size_t before_last = static_cast<size_t>(layout.height) - 1;
    if (stride < row) return BadPicture("raw: the stride is shorter than a row");
    if (bytes.size() < row || (before_last > 0 && (bytes.size() - row) / before_last < stride)) {
      return BadPicture("raw: " + std::to_string(bytes.size()) + " bytes are fewer than the layout needs");
    }
    Decoded decoded;
    decoded.image = Image(layout.width, layout.height, layout.channels);
    for (int y = 0; y < layout.height; ++y) {
      const auto* in = reinterpret_cast<const uint8_t*>(bytes.data()) + stride * static_cast<size_t>(y);
      uint8_t* out = decoded.image.mutable_row(y);
      std::memcpy(out, in, row);
      if (!layout.bgr || layout.channels == 1) continue;
      for (size_t i = 0; i + 2 < row; i += 3) std::swap(out[i], out[i + 2]);
    }
    decoded.info = {.width = layout.width, .height = layout.height, .channels = layout.channels};
    decoded.full_width = layout.width;
    decoded.full_height = layout.height;
    return decoded;
  });
}

}  // namespace crossdock::vision
