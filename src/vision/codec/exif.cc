#include "vision/codec/exif.h"

#include <string_view>

namespace crossdock::vision::codec {
namespace {
constexpr uint32_t kOrientationTag = 0x0112;
constexpr uint32_t kTypeByte = 1;
constexpr uint32_t kTypeShort = 3;
constexpr uint32_t kTypeLong = 4;
constexpr size_t kEntryBytes = 12;
constexpr std::string_view kExifPrefix{"Exif\0\0", 6};
}  // namespace

std::optional<TiffDirectory> TiffDirectory::Read(Bytes tiff) {
  const ByteReader head(tiff, ByteReader::Order::kLittle);
  const bool little = head.StartsWith("II");
  if (!little && !head.StartsWith("MM")) return std::nullopt;
  const ByteReader reader(tiff, little ? ByteReader::Order::kLittle : ByteReader::Order::kBig);
  const auto magic = reader.U16(2);
  const auto offset = reader.U32(4);
  if (magic != 42u || !offset) return std::nullopt;
  const auto entries = reader.U16(*offset);
  if (!entries) return std::nullopt;
  return TiffDirectory(reader, size_t{*offset} + 2, *entries);
}

std::optional<uint32_t> TiffDirectory::Value(uint32_t tag) const {
  for (size_t i = 0; i < entries_; ++i) {
    const size_t entry = first_entry_ + i * kEntryBytes;
    const auto found = reader_.U16(entry);
    if (!found) return std::nullopt;
    if (*found != tag) continue;
    const auto type = reader_.U16(entry + 2);
    const auto count = reader_.U32(entry + 4);
    if (!type || !count || *count == 0) return std::nullopt;
    const size_t size = *type == kTypeByte ? 1 : *type == kTypeShort ? 2 : *type == kTypeLong ? 4 : 0;
    if (size == 0) return std::nullopt;
    size_t at = entry + 8;
    if (size_t{*count} * size > 4) {  // does not fit the entry: it holds an offset
      const auto offset = reader_.U32(at);
      if (!offset) return std::nullopt;
      at = *offset;
    }
    return size == 1 ? reader_.U8(at) : size == 2 ? reader_.U16(at) : reader_.U32(at);
  }
  return std::nullopt;
}

int ExifOrientation(Bytes exif) {
  if (ByteReader(exif, ByteReader::Order::kBig).StartsWith(kExifPrefix)) exif = exif.subspan(kExifPrefix.size());
  const auto directory = TiffDirectory::Read(exif);
  if (!directory) return 1;
  const uint32_t value = directory->Value(kOrientationTag).value_or(1);
  return value >= 1 && value <= 8 ? static_cast<int>(value) : 1;
}

}  // namespace crossdock::vision::codec
