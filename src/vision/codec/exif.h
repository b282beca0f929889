#pragma once

#include <cstdint>
#include <optional>

#include "vision/codec/byte_reader.h"

namespace crossdock::vision::codec {

/// The first directory of a TIFF structure, which is both the head of a TIFF file and the payload of EXIF.
/// Source: TIFF 6.0, section 2. Classic only: BigTIFF is not read.
class TiffDirectory {
 public:
  /// Nothing if the head is wrong or the directory lies outside the bytes.
  static std::optional<TiffDirectory> Read(Bytes tiff);
  /// The first value of a tag of type BYTE, SHORT or LONG; nothing if it is absent, of another type, or outside the bytes.
  std::optional<uint32_t> Value(uint32_t tag) const;

 private:
  TiffDirectory(ByteReader reader, size_t first_entry, size_t entries)
      : reader_(reader), first_entry_(first_entry), entries_(entries) {}
  ByteReader reader_;
  size_t first_entry_;
  size_t entries_;
};

/// The orientation 1..8 in an EXIF block ("Exif\0\0" before it is skipped); 1 when there is none or it makes no sense.
int ExifOrientation(Bytes exif);

}  // namespace crossdock::vision::codec
