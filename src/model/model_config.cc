#include "model/model_config.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "base/tier.h"

namespace crossdock::model {

Status ModelConfig::Validate() const {
  if (auto parsed = ParseTier(tier, "tier"); !parsed) return parsed.error();
  if (Status status = batching.Validate(); !status) return status;
  for (size_t i = 0; i < warm_shapes.size(); ++i) {
    if (std::any_of(warm_shapes[i].begin(), warm_shapes[i].end(), [](int64_t d) { return d < 1; })) {
      return InvalidArgument(fmt::format("warm_shapes[{}]", i), "dimensions of a warmed shape are 1 or more");
    }
  }
  const bool numbers =
      !version_policy.empty() && std::all_of(version_policy.begin(), version_policy.end(),
                                             [](unsigned char c) { return std::isdigit(c) || c == ','; });
  if (version_policy != "latest" && version_policy != "all" && !numbers) {
    return InvalidArgument("version_policy",
                           fmt::format("\"{}\" is neither latest nor all nor numbers as in 1,3", version_policy));
  }
  return {};
}

}  // namespace crossdock::model
