#include "fusion/parcel_codes.h"

#include <algorithm>

namespace crossdock::fusion {

ParcelCodes::ParcelCodes(const CamerasConfig& config)
    : formats_(config.formats),
      pattern_(config.pattern.empty() ? std::nullopt : std::optional<std::regex>(config.pattern)) {}

bool ParcelCodes::CanName(const Read& read) const {
  if (read.text.empty() || read.text.size() > kLongestName) return false;
  if (!formats_.empty() && std::find(formats_.begin(), formats_.end(), read.format) == formats_.end()) return false;
  return !pattern_ || std::regex_match(read.text, *pattern_);
}

}  // namespace crossdock::fusion
