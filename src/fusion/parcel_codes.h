#pragma once

#include <optional>
#include <regex>
#include <string>
#include <vector>

#include "fusion/config.h"
#include "fusion/verdict.h"

namespace crossdock::fusion {

/// Longest text that can name a parcel, bytes: what a tracking number never has, and a letter in a matrix code may.
inline constexpr size_t kLongestName = 256;

/// Tells the codes that can name a parcel from the others on its label: goods, routes, adverts. Any thread.
class ParcelCodes {
 public:
  /// `config` has passed Validate().
  explicit ParcelCodes(const CamerasConfig& config);
  bool CanName(const Read& read) const;

 private:
  const std::vector<std::string> formats_;
  const std::optional<std::regex> pattern_;
};

}  // namespace crossdock::fusion
