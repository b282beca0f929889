#pragma once

#include <functional>
#include <string_view>

#include "base/clock.h"

namespace crossdock::pipeline {

/// Told of every step of every job, for metrics: how long it waited for a thread or slot, and how long it ran. `id`: of the request.
using StageObserver = std::function<void(std::string_view stage, Nanos wait, Nanos run, std::string_view id)>;

}  // namespace crossdock::pipeline
