#pragma once

#include "base/result.h"
#include "vision/codec/byte_reader.h"

namespace crossdock::vision::codec {

/// What the markers of a JPEG say. Source: ITU-T T.81, annex B.
struct JpegMarkers {
  int width = 0;
  int height = 0;
  int components = 0;
  int bits = 8;
  bool progressive = false;
  bool adobe = false;  // CMYK is then stored inverted
  int orientation = 1;
  size_t scan_at = 0;  // of the first start-of-scan marker
};

/// Walks the markers up to the first scan.
/// errors  kInvalidArgument at "picture": cut off, or no frame header before the scan
Result<JpegMarkers> ReadJpegMarkers(Bytes bytes);

struct JpegScans {
  int count = 0;
  bool ended = false;  // an end-of-image marker was there: the file is not cut off
};

/// Looks through the compressed data from the first scan on.
JpegScans CountJpegScans(Bytes bytes, size_t scan_at);

}  // namespace crossdock::vision::codec
