#pragma once

#include "base/result.h"
#include "vision/codec/byte_reader.h"
#include "vision/decode.h"

/// One pair of functions a format: what the header says, and the pixels as stored (not yet upright). A decoder is called only with
/// a header that passed the limits. Vendor errors end here. Errors: kInvalidArgument at "picture".
namespace crossdock::vision::codec {

/// Pixels as stored.
struct Pixels {
  Image image;    // 1 or 3 channels
  int scale = 1;  // stored pixels per decoded pixel
  bool damaged = false;
};

Result<PictureInfo> ProbeJpeg(Bytes bytes);
/// Decoded at 1/denominator, which is 1, 2, 4 or 8.
Result<Pixels> DecodeJpeg(Bytes bytes, const PictureInfo& info, int denominator, bool grey);

Result<PictureInfo> ProbePng(Bytes bytes);
Result<Pixels> DecodePng(Bytes bytes, const PictureInfo& info);

Result<PictureInfo> ProbeWebp(Bytes bytes);
Result<Pixels> DecodeWebp(Bytes bytes, const PictureInfo& info);

Result<PictureInfo> ProbeTiff(Bytes bytes);
Result<Pixels> DecodeTiff(Bytes bytes, const PictureInfo& info);

Result<PictureInfo> ProbeBmp(Bytes bytes);
Result<Pixels> DecodeBmp(Bytes bytes, const PictureInfo& info);

}  // namespace crossdock::vision::codec
