#pragma once

#include <set>
#include <string>

#include "base/result.h"
#include "engine/engine.h"

namespace crossdock::model {

/// Whether who calls the model that serves now can call `next` instead and understand its answers. That may not lack a port that `live`
/// has, nor want an input that it has not; may not change a port's element type or rank, nor a size that is fixed; may not fix an input's
/// size that is open. What it may: more outputs, an open size of an input where one was fixed, a fixed one of an output where it was open.
/// declared  ports that may change all the same, whatever of them (model.yaml: allowed_changes)
/// errors    kInvalidArgument, field "inputs" or "outputs": names the first port in the way, both declarations and what to write
Status CheckCompatible(const engine::Signature& live, const engine::Signature& next,
                       const std::set<std::string>& declared);

}  // namespace crossdock::model
