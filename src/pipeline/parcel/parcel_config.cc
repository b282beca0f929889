#include "pipeline/parcel/parcel_config.h"

#include <algorithm>

#include <fmt/format.h>

#include "vision/codes/symbology.h"

namespace crossdock::pipeline {

Status ParcelConfig::Validate() const {
  if (!detector.empty() && recognizer.empty()) {
    return InvalidArgument("recognizer", "a detector finds lines, and no recognizer is named that reads them");
  }
  if (line_widths.empty() || !std::is_sorted(line_widths.begin(), line_widths.end())) {
    return InvalidArgument("line_widths", "width buckets must be given in ascending order");
  }
  if (!cameras) return {};
  for (const std::string& format : cameras->formats) {
    const auto name = vision::SymbologyName(format);
    if (!name) return InvalidArgument("cameras.formats", name.error().message);
    if (*name != format)
      return InvalidArgument("cameras.formats", fmt::format("\"{}\" is written \"{}\"", format, *name));
  }
  return {};
}

}  // namespace crossdock::pipeline
