#include "hub/drawing/jpeg.h"

#include <string>

#include <turbojpeg.h>

namespace crossdock::hub {

Result<std::vector<unsigned char>> CompressJpeg(const cv::Mat& bgr, int quality) {
  tjhandle compressor = tjInitCompress();
  unsigned char* bytes = nullptr;
  unsigned long size = 0;
  const int failed = tjCompress2(compressor, bgr.data, bgr.cols, static_cast<int>(bgr.step[0]), bgr.rows, TJPF_BGR,
                                 &bytes, &size, TJSAMP_420, quality, TJFLAG_ACCURATEDCT);
  std::vector<unsigned char> jpeg;
  if (failed == 0) jpeg.assign(bytes, bytes + size);
  const std::string reason = failed == 0 ? "" : tjGetErrorStr2(compressor);
  tjFree(bytes);
  tjDestroy(compressor);
  if (failed != 0) return Error{ErrorCode::kInternal, "the picture could not be compressed: " + reason};
  return jpeg;
}

}  // namespace crossdock::hub
