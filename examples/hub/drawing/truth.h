#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "hub/drawing/geometry.h"
#include "hub/drawing/stratum.h"

namespace crossdock::hub {

struct CodeTruth {
  std::string text;
  std::string format;
  Quad corners{};
};

struct LineTruth {
  std::string text;
  std::string font;
  double letter_px = 0;  // height of its letters in the picture
  Quad corners{};
};

/// What is to be read in one picture; positions in the picture's own pixels.
struct PictureTruth {
  std::string picture;  // file name
  int width = 0;
  int height = 0;
  Stratum stratum;
  Shape shape = Shape::kRegular;
  int jpeg_quality = 0;
  std::vector<CodeTruth> codes;
  std::vector<LineTruth> lines;
};

/// Written beside the picture: "x.jpg" → "x.json".
std::filesystem::path TruthPath(const std::filesystem::path& picture);
Status WriteTruth(const PictureTruth& truth, const std::filesystem::path& path);
/// errors    kNotFound if there is no such file; kInvalidArgument, with the file's name, if it is not such a file
Result<PictureTruth> ReadTruth(const std::filesystem::path& path);

}  // namespace crossdock::hub
