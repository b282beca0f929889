#pragma once

#include "base/result.h"

namespace crossdock {

inline constexpr auto kTempUnauthenticated = static_cast<ErrorCode>(20);
inline constexpr auto kTempPermissionDenied = static_cast<ErrorCode>(21);
inline constexpr auto kTempQuota = static_cast<Reason>(20);

}  // namespace crossdock
