#include "vision/codec/jpeg_markers.h"

#include <cstring>

#include "vision/codec/exif.h"

namespace crossdock::vision::codec {
namespace {
constexpr uint32_t kTem = 0x01;
constexpr uint32_t kRst0 = 0xD0;
constexpr uint32_t kSoi = 0xD8;
constexpr uint32_t kEoi = 0xD9;
constexpr uint32_t kSos = 0xDA;
constexpr uint32_t kApp1 = 0xE1;
constexpr uint32_t kApp14 = 0xEE;

bool IsFrameHeader(uint32_t marker) {
  return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
}

bool HasNoLength(uint32_t marker) { return marker == kTem || (marker >= kRst0 && marker <= kSoi); }

void ReadSegment(uint32_t marker, const ByteReader& segment, JpegMarkers& found) {
  if (IsFrameHeader(marker) && found.width == 0) {
    found.bits = static_cast<int>(segment.U8(0).value_or(0));
    found.height = static_cast<int>(segment.U16(1).value_or(0));
    found.width = static_cast<int>(segment.U16(3).value_or(0));
    found.components = static_cast<int>(segment.U8(5).value_or(0));
    found.progressive = (marker & 3u) == 2;
  } else if (marker == kApp1 && segment.StartsWith("Exif") && found.orientation == 1) {
    found.orientation = ExifOrientation(segment.bytes());
  } else if (marker == kApp14 && segment.StartsWith("Adobe")) {
    found.adobe = true;
  }
}
}  // namespace

Result<JpegMarkers> ReadJpegMarkers(Bytes bytes) {
  const ByteReader reader(bytes, ByteReader::Order::kBig);
  JpegMarkers found;
  for (size_t at = 2;;) {
    const auto fill = reader.U8(at);
    const auto marker = reader.U8(at + 1);
    if (!fill || !marker) return BadPicture("JPEG: the header is cut off");
    if (*fill != 0xFF || *marker == 0xFF ||
        HasNoLength(*marker)) {  // rubbish and fill bytes between segments are stepped over
      at += *fill == 0xFF && *marker != 0xFF ? 2 : 1;
      continue;
    }
    if (*marker == kEoi) return BadPicture("JPEG: it ends before any picture");
    if (*marker == kSos) {
      found.scan_at = at;
      break;
    }
    const auto length = reader.U16(at + 2);
    if (!length || *length < 2 || at + 2 + *length > reader.size()) return BadPicture("JPEG: the header is cut off");
    ReadSegment(*marker, ByteReader(bytes.subspan(at + 4, *length - 2), ByteReader::Order::kBig), found);
    at += size_t{2} + *length;
  }
  if (found.width == 0 || found.height == 0) return BadPicture("JPEG: the header gives no size");
  return found;
}

JpegScans CountJpegScans(Bytes bytes, size_t scan_at) {
  JpegScans scans;
  const auto* data = reinterpret_cast<const uint8_t*>(bytes.data());
  for (size_t at = scan_at; at + 1 < bytes.size();) {
    const void* hit = std::memchr(data + at, 0xFF, bytes.size() - at - 1);
    if (hit == nullptr) break;
    at = static_cast<size_t>(static_cast<const uint8_t*>(hit) - data) + 1;
    if (data[at] == kSos) ++scans.count;
    if (data[at] == kEoi) {
      scans.ended = true;
      break;
    }
  }
  return scans;
}

}  // namespace crossdock::vision::codec
