#include "fusion/config.h"

#include <regex>

#include <fmt/format.h>

namespace crossdock::fusion {

Status CamerasConfig::Validate() const {
  try {
    const std::regex parsed(pattern);
  } catch (const std::regex_error& error) {
    return InvalidArgument("pattern", fmt::format("\"{}\" is no regular expression: {}", pattern, error.what()));
  }
  if (edge_belief > middle_belief) {
    return InvalidArgument("edge_belief",
                           fmt::format("{} is more than middle_belief, {}: a code at the edge would count "
                                       "for more than one in the middle",
                                       edge_belief, middle_belief));
  }
  if (middle_belief < accept) {
    return InvalidArgument(
        "middle_belief",
        fmt::format("{} is less than accept, {}: no single camera could ever be believed", middle_belief, accept));
  }
  return {};
}

}  // namespace crossdock::fusion
