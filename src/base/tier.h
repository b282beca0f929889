#pragma once

#include <string_view>

#include "base/result.h"

namespace crossdock {

/// What a request is to the hub; lower is more urgent.
enum class Tier { kCritical = 0, kNormal = 1, kBatch = 2 };
inline constexpr int kTiers = 3;

/// "critical", "normal", "batch".
const char* Name(Tier tier);
Result<Tier> ParseTier(std::string_view name, std::string_view field);

}  // namespace crossdock
