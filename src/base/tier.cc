#include "base/tier.h"

#include <fmt/format.h>

namespace crossdock {

const char* Name(Tier tier) {
  switch (tier) {
    case Tier::kCritical: return "critical";
    case Tier::kNormal: return "normal";
    case Tier::kBatch: return "batch";
  }
  return "unknown";
}

Result<Tier> ParseTier(std::string_view name, std::string_view field) {
  for (const Tier tier : {Tier::kCritical, Tier::kNormal, Tier::kBatch}) {
    if (name == Name(tier)) return tier;
  }
  return InvalidArgument(std::string(field),
                         fmt::format("unknown tier \"{}\"; it is one of critical, normal, batch", name));
}

}  // namespace crossdock
