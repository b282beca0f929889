#pragma once

#include <stop_token>

#include "base/clock.h"

namespace crossdock::hub {

/// Waits until `until`, or until somebody asks to stop; false then.
bool PauseUntil(TimePoint until, std::stop_token stop);

}  // namespace crossdock::hub
