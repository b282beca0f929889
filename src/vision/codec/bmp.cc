#include <array>
#include <bit>
#include <cstring>
#include <string>
#include <vector>

#include "vision/codec/codec.h"

/// Windows and OS/2 bitmaps: 1, 4, 8 bits with a palette, 16 and 32 with masks, 24; either row order; no compression. The fourth channel
/// of 32-bit bitmaps is not taken for transparency: writers fill it with anything. Source: the layouts of BITMAPCOREHEADER,
/// BITMAPINFOHEADER and its successors, whose fields keep their places.
namespace crossdock::vision::codec {
namespace {
constexpr size_t kFileHeaderBytes = 14;
constexpr uint32_t kCoreHeaderBytes = 12;
constexpr size_t kMasksAt = 54;

enum Compression : uint32_t {
  kPlain = 0,
  kRle8 = 1,
  kRle4 = 2,
  kBitFields = 3,
  kJpeg = 4,
  kPng = 5,
  kAlphaBitFields = 6
};

struct Header {
  int width = 0;
  int height = 0;
  bool top_down = false;
  uint32_t bits = 0;
  uint32_t compression = kPlain;
  size_t pixels_at = 0;
  size_t palette_at = 0;
  size_t palette_entry_bytes = 4;
  size_t palette_entries = 0;
  size_t row_bytes() const { return (static_cast<size_t>(width) * bits + 31) / 32 * 4; }
};

/// One colour's place in a pixel of 16 or 32 bits.
struct Channel {
  uint32_t mask = 0;
  uint8_t Of(uint32_t pixel) const {
    if (mask == 0) return 0;
    const int shift = std::countr_zero(mask);
    const uint64_t most = mask >> shift;
    return static_cast<uint8_t>((uint64_t{(pixel & mask) >> shift} * 255 + most / 2) / most);
  }
};

struct Palette {
  std::array<std::array<uint8_t, 3>, 256> rgb{};
  bool grey = true;
};

Status ReadSize(const ByteReader& reader, uint32_t header_bytes, Header& header) {
  if (header_bytes == kCoreHeaderBytes) {
    header.width = static_cast<int>(reader.U16(18).value_or(0));
    header.height = static_cast<int>(reader.U16(20).value_or(0));
    header.bits = reader.U16(24).value_or(0);
    header.palette_entry_bytes = 3;
  } else {
    header.width = static_cast<int32_t>(reader.U32(18).value_or(0));
    const auto height = static_cast<int32_t>(reader.U32(22).value_or(0));
    if (height == INT32_MIN) return BadPicture("BMP: the header gives an impossible size");
    header.top_down = height < 0;
    header.height = height < 0 ? -height : height;
    header.bits = reader.U16(28).value_or(0);
    header.compression = reader.U32(30).value_or(0);
  }
  if (header.width <= 0 || header.height <= 0) return BadPicture("BMP: the header gives an impossible size");
  return {};
}

Status CheckVariety(const Header& header) {
  if (header.compression == kRle8 || header.compression == kRle4)
    return BadPicture("BMP: run-length coding is not read");
  if (header.compression == kJpeg || header.compression == kPng)
    return BadPicture("BMP: an embedded JPEG or PNG is not read");
  const bool masks = header.compression == kBitFields || header.compression == kAlphaBitFields;
  if (!masks && header.compression != kPlain) {
    return BadPicture("BMP: compression " + std::to_string(header.compression) + " is not known");
  }
  switch (header.bits) {
    case 1:
    case 4:
    case 8:
    case 24:
      if (masks) return BadPicture("BMP: masks with " + std::to_string(header.bits) + " bits a pixel make no sense");
      return {};
    case 16:
    case 32: return {};
    default: return BadPicture("BMP: " + std::to_string(header.bits) + " bits a pixel are not read");
  }
}

Result<Header> ReadHeader(Bytes bytes) {
  const ByteReader reader(bytes, ByteReader::Order::kLittle);
  const auto pixels_at = reader.U32(10);
  const auto header_bytes = reader.U32(14);
  if (!pixels_at || !header_bytes || kFileHeaderBytes + *header_bytes > bytes.size()) {
    return BadPicture("BMP: the header is cut off");
  }
  if (*header_bytes != kCoreHeaderBytes && *header_bytes < 40) return BadPicture("BMP: a header of unknown kind");
  Header header;
  header.pixels_at = *pixels_at;
  if (auto status = ReadSize(reader, *header_bytes, header); !status) return status.error();
  if (auto status = CheckVariety(header); !status) return status.error();
  header.palette_at = kFileHeaderBytes + *header_bytes;
  if (header.bits <= 8) {
    const size_t most = size_t{1} << header.bits;
    const size_t used = *header_bytes == kCoreHeaderBytes ? 0 : reader.U32(46).value_or(0);
    header.palette_entries = used == 0 || used > most ? most : used;
  }
  return header;
}

Palette ReadPalette(const ByteReader& reader, const Header& header) {
  Palette palette;
  for (size_t i = 0; i < header.palette_entries; ++i) {
    const size_t at = header.palette_at + i * header.palette_entry_bytes;
    auto& rgb = palette.rgb[i];
    for (size_t c = 0; c < 3; ++c) rgb[c] = static_cast<uint8_t>(reader.U8(at + 2 - c).value_or(0));
    palette.grey = palette.grey && rgb[0] == rgb[1] && rgb[1] == rgb[2];
  }
  return palette;
}

std::array<Channel, 3> Masks(const ByteReader& reader, const Header& header) {
  if (header.compression == kPlain) {
    if (header.bits == 16) return {Channel{0x7C00}, Channel{0x03E0}, Channel{0x001F}};
    return {Channel{0xFF0000}, Channel{0x00FF00}, Channel{0x0000FF}};
  }
  std::array<Channel, 3> channels;
  for (size_t c = 0; c < 3; ++c) channels[c].mask = reader.U32(kMasksAt + 4 * c).value_or(0);
  return channels;
}

void UnpackIndexed(const uint8_t* in, const Header& header, const Palette& palette, Image& image, uint8_t* out) {
  const uint32_t most = (1u << header.bits) - 1;
  for (int x = 0; x < header.width; ++x) {
    const uint32_t bit = static_cast<uint32_t>(x) * header.bits;
    const auto& rgb = palette.rgb[(in[bit / 8] >> (8 - header.bits - bit % 8)) & most];
    if (image.channels() == 1) {
      out[x] = rgb[0];
    } else {
      std::memcpy(out + size_t{3} * static_cast<size_t>(x), rgb.data(), 3);
    }
  }
}

void UnpackMasked(const uint8_t* in, const Header& header, const std::array<Channel, 3>& channels, uint8_t* out) {
  for (int x = 0; x < header.width; ++x) {
    uint32_t pixel = 0;
    for (uint32_t i = 0; i < header.bits / 8; ++i) pixel |= uint32_t{*in++} << (8 * i);
    for (const Channel& channel : channels) *out++ = channel.Of(pixel);
  }
}
}  // namespace

Result<PictureInfo> ProbeBmp(Bytes bytes) {
  const auto header = ReadHeader(bytes);
  if (!header) return header.error();
  const bool grey = header->bits <= 8 && ReadPalette(ByteReader(bytes, ByteReader::Order::kLittle), *header).grey;
  return PictureInfo{.format = PictureFormat::kBmp,
                     .width = header->width,
                     .height = header->height,
                     .channels = grey ? 1 : 3,
                     .bits = header->bits <= 8 ? static_cast<int>(header->bits) : 8};
}

Result<Pixels> DecodeBmp(Bytes bytes, const PictureInfo& info) {
  const auto header = ReadHeader(bytes);
  if (!header) return header.error();
  const size_t row_bytes = header->row_bytes();
  if (header->pixels_at > bytes.size() ||
      (bytes.size() - header->pixels_at) / row_bytes < static_cast<size_t>(header->height)) {
    return BadPicture("BMP: the picture is cut off");
  }
  const ByteReader reader(bytes, ByteReader::Order::kLittle);
  const Palette palette = header->bits <= 8 ? ReadPalette(reader, *header) : Palette{};
  const auto channels = Masks(reader, *header);
  Image image(info.width, info.height, info.channels);
  const auto* first = reinterpret_cast<const uint8_t*>(bytes.data()) + header->pixels_at;
  for (int y = 0; y < info.height; ++y) {
    const int stored = header->top_down ? y : info.height - 1 - y;
    const uint8_t* in = first + row_bytes * static_cast<size_t>(stored);
    if (header->bits <= 8) {
      UnpackIndexed(in, *header, palette, image, image.mutable_row(y));
    } else {
      UnpackMasked(in, *header, channels, image.mutable_row(y));
    }
  }
  return Pixels{std::move(image)};
}

}  // namespace crossdock::vision::codec
