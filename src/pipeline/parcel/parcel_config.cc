#include "pipeline/parcel/parcel_config.h"

#include <algorithm>

namespace crossdock::pipeline {

Status ParcelConfig::Validate() const {
  if (!detector.empty() && recognizer.empty()) {
    return InvalidArgument("recognizer", "a detector finds lines, and no recognizer is named that reads them");
  }
  if (line_widths.empty() || !std::is_sorted(line_widths.begin(), line_widths.end())) {
    return InvalidArgument("line_widths", "width buckets must be given in ascending order");
  }
  return {};
}

}  // namespace crossdock::pipeline
